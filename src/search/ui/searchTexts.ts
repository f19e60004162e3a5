import { l10n } from 'vscode';
import { parseSegment } from '../parseSegment.ts';
import { problemText } from '../problem.ts';

export function segmentProblem(
  text: string,
): { readonly text: string; readonly start: number; readonly end: number } | undefined {
  const { problem } = parseSegment(text);
  if (problem === undefined) return undefined;
  const { start, end } = problem;
  return { text: problemText(l10n, text, problem), start, end };
}

export function segmentQuestion(value: string) {
  return {
    prompt: l10n.t('Which customers?'),
    placeholder: 'tag:VIP and not blocked',
    value,
    validate: (typed: string) => segmentProblem(typed)?.text,
  };
}
