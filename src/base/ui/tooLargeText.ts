import { l10n } from 'vscode';
import { numberText } from './localeTexts.ts';

/**
 * Characters, not bytes: VS Code shows larger documents to nobody whose document an extension has made ("Files above
 * 50MB cannot be synchronized with extensions").
 */
export const MAX_TEXT = 50 * 1024 * 1024;

/** @param bytes of a text in UTF-8, which has at most as many characters */
export function isForEditor(bytes: number): boolean {
  return bytes <= MAX_TEXT;
}

/** A text is too large for an editor. */
export class TooLargeText extends Error {
  override readonly name = 'TooLargeText';

  constructor(text: string) {
    const most = numberText(MAX_TEXT);
    super(
      l10n.t(
        'This JSON is too large for a VS Code editor: it has {0} characters, and the limit is {1}. Use "Export Customers…" to write customers to a file of any size.',
        numberText(text.length),
        most,
      ),
    );
  }

  /** By shape and not by class: each bundle carries its own copy of this class. */
  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'TooLargeText';
  }
}
