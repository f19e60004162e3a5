import { l10n } from 'vscode';
import { MAX_PLAN_LINES, type Plan, type PlanProblem } from '../../base/plan.ts';
import { numberText } from '../../base/ui/localeTexts.ts';

/** What is wrong at a place of a plan, and what helps where that is not seen at once. */
export function planProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  switch (kind) {
    case 'syntax':
      return l10n.t('This is not valid JSON with comments: {0}.', about);
    case 'unknown-field':
      return l10n.t('The field "{0}" is not allowed here.', about);
    case 'repeated-field':
      return l10n.t('The field "{0}" appears here twice.', about);
    case 'missing-field':
      return l10n.t('"{0}" is missing.', about);
    case 'wrong-value':
      return l10n.t('This value is not allowed here: {0}.', about);
    case 'version':
      return l10n.t(
        'This version of the extension does not support plans of version {0}. Update the extension, or create a new plan.',
        about,
      );
    case 'too-many-lines':
      return l10n.t(
        'A plan can have at most {0} lines. Move the remaining lines to another file.',
        numberText(MAX_PLAN_LINES),
      );
    case 'twice':
      return l10n.t(
        'This customer is already listed on an earlier line. Delete one of the two lines.',
      );
    case 'no-user':
      return l10n.t('This line has no customer. Add a user ID, or delete the line.');
    case 'two-users':
      return l10n.t(
        'This line has both a user ID and an encrypted user ID. Delete one of the two.',
      );
  }
}

/** The same without the value that stands there; names of fields stay. */
export function unquotedProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  const isValue = kind === 'syntax' || kind === 'wrong-value';
  return planProblemText({ kind, about: isValue ? '…' : about });
}

/** A place in a text. */
export interface Spot {
  /** From 1. */
  readonly line: number;
  /** UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** Where a text stands as a string of JSON, behind the comments above the plan; its beginning when it stands nowhere. */
export function spotOf(text: string, value: string): Spot {
  const json = JSON.stringify(value);
  // Stays within a line: a search that runs on over blank lines is quadratic in their number.
  const start = text.search(/^[^\S\r\n\u2028\u2029]*\{/m);
  const offset = text.indexOf(json, Math.max(0, start));
  if (offset < 0) return { line: 1, offset: 0, length: 0 };
  return { line: lineAt(text, offset), offset, length: json.length };
}

/** A whole line without what stands around it. */
export function lineSpot(text: string, line: number): Spot {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  const whole = text.slice(start, end < 0 ? undefined : end);
  const content = whole.trim();
  return { line, offset: start + whole.indexOf(content), length: content.length };
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The first line on which two users or items stand: a run tells them apart by their lines. */
export function sharedLine({ users, items }: Pick<Plan, 'users' | 'items'>): number | undefined {
  let last = 0;
  for (const { line } of [...users, ...items]) {
    if (line === last) return line;
    last = line;
  }
  return undefined;
}
