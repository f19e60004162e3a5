import type { FrameLocator, Page } from 'playwright-core';
import { escapeRegExp } from './literally.ts';
import { CLOSING_BRACKET, OPENING_BRACKET } from './pseudo.ts';
import type { Texts } from './texts.ts';

/** Selectors of the parts of the window that show texts of the extension. */
const PARTS = [
  '.part.sidebar',
  '.quick-input-widget:not([inert])',
  '.context-view',
  '.monaco-dialog-box',
  '.notification-toast',
  '.editor-group-container .tabs',
  '.editor-group-container .codelens-decoration',
  '.statusbar-item[id^="bot-tags.bot-tag-explorer"]',
];

/** Script that returns the texts that a user sees or hears in an element, and the location of each. */
const SHOWN_SCRIPT = `(roots) => {
  const found = [];
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true });
  const add = (element, kind, text) => {
    const trimmed = (text ?? '').replaceAll('\\u00a0', ' ').trim();
    if (trimmed !== '') found.push([kind + ' of ' + element.tagName.toLowerCase() + '.' + element.className, trimmed]);
  };
  const walk = (element) => {
    if (!isSeen(element) || element.matches('style, script, pre, .keybinding, .monaco-keybinding, .monaco-aria-container')) return;
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder']) add(element, name, element.getAttribute(name));
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) add(element, 'text', node.data);
      else if (node.nodeType === Node.ELEMENT_NODE) walk(node);
    }
  };
  for (const root of roots) walk(root);
  return found;
}`;

type Shown = readonly (readonly [where: string, text: string])[];

/** Returns all texts in the parts of the window that show texts of the extension. */
export async function shownInWindow(page: Page): Promise<Shown> {
  const elements = `[...document.querySelectorAll(${JSON.stringify(PARTS.join())})]`;
  return (await page.evaluate(`(${SHOWN_SCRIPT})(${elements})`)) as Shown;
}

export async function shownInPage(frame: FrameLocator): Promise<Shown> {
  return frame.locator('body').evaluate(`(${SHOWN_SCRIPT})([document.body])`);
}

/** Words of the search syntax, which are the same in every language. */
export const SEARCH_WORDS = /^(and|not|blocked)$/;

/** Returns the texts that are in English although the product has a translation, one per line. */
export function untranslatedIn(shown: Shown, texts: Texts): readonly string[] {
  const translated = Object.entries(texts.bundle).filter(
    ([english, translation]) => english !== translation && !SEARCH_WORDS.test(english),
  );
  const translatedTexts = new Set(translated.map(([english]) => english));
  const patterns = translated.flatMap(([english]) => patternOf(english) ?? []);
  const isEnglish = (text: string): boolean =>
    translatedTexts.has(text) || patterns.some((pattern) => pattern.test(text));
  return linesOf(shown, (text) => isEnglish(text) || text.split(/ · |\n|, /).some(isEnglish));
}

/**
 * Returns a pattern for an English text with placeholders. Placeholders match anything, so the text itself needs at least
 * ten letters.
 * @returns undefined if the text has no placeholder or fewer letters
 */
function patternOf(english: string): RegExp | undefined {
  if (!/\{\d\}/.test(english)) return undefined;
  const parts = english.split(/\{\d\}/);
  if (parts.join('').replace(/[^A-Za-z]/g, '').length < 10) return undefined;
  return new RegExp(`^${parts.map((part) => escapeRegExp(part)).join('[^]+')}$`);
}

/**
 * Returns shown texts with words outside of brackets, one per line. The pseudo-locale puts each translated text in
 * brackets, so words outside are not translated. Text that a pattern in `names` matches is ignored.
 */
export function unbracketedIn(shown: Shown, names: readonly RegExp[]): readonly string[] {
  return linesOf(shown, (text) => {
    let remaining = withoutBrackets(text);
    for (const name of names) remaining = remaining.replaceAll(new RegExp(name, 'g'), ' ');
    return /\p{L}{3,}/u.test(remaining);
  });
}

function withoutBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const letter of text) {
    if (letter === OPENING_BRACKET) depth++;
    if (depth === 0) outside += letter;
    // The opening bracket may be in another element, before a field within the text.
    if (letter === CLOSING_BRACKET) [depth, outside] = depth === 0 ? [0, ''] : [depth - 1, outside];
  }
  return outside;
}

function linesOf(shown: Shown, isWrong: (text: string) => boolean): readonly string[] {
  const wrong = shown.filter(([, text]) => isWrong(text));
  return [...new Set(wrong.map(([where, text]) => `${where}: ${text}`))];
}
