import * as vscode from 'vscode';
import { sentences } from '../../core/sentences.ts';
import { askText } from './askText.ts';

interface Typed {
  readonly title: string;
  /** A line each. */
  readonly about: readonly string[];
  /** What is to be typed, and for what: "To delete, type the name of the bot: Shop". */
  readonly placeholder: string;
  readonly wanted: string;
}

/** Where a click is not enough: goes on once the text is typed. Throws `Cancelled`. */
export async function typeToAgree({ title, about, placeholder, wanted }: Typed): Promise<void> {
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  await askText(
    {
      prompt: sentences(about),
      placeholder,
      accept: async (text) =>
        text === wanted
          ? undefined
          : { message: vscode.l10n.t('This is not what was to be typed: {0}', wanted) },
    },
    position,
  );
}
