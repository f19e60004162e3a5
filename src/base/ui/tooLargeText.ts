import { l10n } from 'vscode';
import { numberText } from './localeTexts.ts';

/**
 * Maximum length of a document in characters, not bytes. VS Code does not show larger documents of an extension ("Files
 * above 50MB cannot be synchronized with extensions").
 */
export const MAX_TEXT = 50 * 1024 * 1024;

/**
 * Returns whether a text fits into an editor.
 * @param bytes size in UTF-8, which is at least the number of characters
 */
export function isForEditor(bytes: number): boolean {
  return bytes <= MAX_TEXT;
}

/** A text is too large for an editor. */
export class TooLargeText extends Error {
  override readonly name = 'TooLargeText';

  constructor(text: string) {
    const limit = numberText(MAX_TEXT);
    super(
      l10n.t(
        'This JSON is too large for a VS Code editor: it has {0} characters, and the limit is {1}. Use "Export Customers…" to write customers to a file of any size.',
        numberText(text.length),
        limit,
      ),
    );
  }

  /** Checks the shape, not the class, because each bundle has its own copy of this class. */
  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'TooLargeText';
  }
}
