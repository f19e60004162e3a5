import * as l10n from '@vscode/l10n';
import { parseSegment, type ParsedSegment, type TextPart } from '../../search/parseSegment.ts';
import { isUnbracketedOr } from '../../search/textParts.ts';
import { MAX_SEARCH_LENGTH } from '../../search/words.ts';
import { element, nothingFocused } from '../../base/page/dom.ts';
import type { SearchNames } from './searchNames.ts';
import { insertText, Suggestions } from './suggestions.ts';
import { commonEnds } from '../../base/text.ts';

/** Text box of a search, with syntax colors and completion. */
export class SearchBox {
  readonly element: HTMLElement;
  /** Names and values that the search can use. */
  readonly names: SearchNames;
  readonly #field: HTMLTextAreaElement;
  /** Layer behind the field with a colored copy of the text. The field's own text is transparent. */
  readonly #colors = element('div', { class: 'colors', 'aria-hidden': 'true' });
  readonly #suggestions: Suggestions;
  /** Whether `write` is changing the text, so that input events do not come from the user. */
  #isWriting = false;

  /**
   * @param onInput called after the user has changed the text
   * @param onEnter called for Enter. The search need not wait for more input.
   */
  constructor(names: SearchNames, onInput: () => void, onEnter: () => void) {
    this.names = names;
    this.#field = element('textarea', {
      rows: '1',
      spellcheck: 'false',
      maxlength: String(MAX_SEARCH_LENGTH),
      placeholder: l10n.t('Search loaded customers'),
      'aria-label': l10n.t('Search loaded customers'),
    });
    const label = l10n.t('Suggestions');
    this.#suggestions = new Suggestions(this.#field, this.#colors, names, label);
    const parts = [this.#colors, this.#field, this.#suggestions.element];
    this.element = element('div', { class: 'search-text' }, ...parts);
    this.#field.addEventListener('input', (event) => {
      this.#render();
      if (this.#isWriting) return;
      onInput();
      // The list would cover the window of an input method.
      if (!event.isComposing) this.#suggestions.show();
    });
    this.#field.addEventListener('keydown', (event) => this.#onKey(event, onEnter));
    this.#field.addEventListener('click', () => this.#suggestions.hide());
    this.#render();
  }

  /** Text of the box. It may have a syntax error. */
  get text(): string {
    return this.#field.value;
  }

  get parsed(): ParsedSegment {
    return parseSegment(this.text);
  }

  /** IDs of the elements that describe the search and its error. */
  set describedBy(ids: string) {
    this.#field.setAttribute('aria-describedby', ids);
  }

  set title(title: string) {
    this.#field.title = title;
  }

  focus(): void {
    this.#field.focus();
    this.#field.select();
  }

  refreshSuggestions(): void {
    this.#suggestions.refresh();
  }

  /** Replaces the text and clears the undo history. */
  show(text: string): void {
    if (this.#field.value === text) return;
    this.#field.value = text;
    this.#suggestions.hide();
    this.#render();
  }

  /** Replaces the text as if the user had typed it, so that Ctrl+Z undoes it. Does not move the focus. */
  write(text: string): void {
    const previousText = this.#field.value;
    if (previousText === text) return;
    // Focusing the field would take the focus from the rest of the window.
    if (!document.hasFocus()) return this.show(text);
    const { start, end } = commonEnds(previousText, text);
    const previousFocus = nothingFocused() ? undefined : document.activeElement;
    this.#isWriting = true;
    withoutFocusEvents(() => {
      this.#field.focus({ preventScroll: true });
      this.#field.setSelectionRange(start, previousText.length - end);
      insertText(text.slice(start, text.length - end));
      this.#field.setSelectionRange(text.length, text.length);
      if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
      else this.#field.blur();
    });
    this.#isWriting = false;
    this.#suggestions.hide();
    // `insertText` stops at the maximum length of the field. A longer text is set here as a whole.
    this.show(text);
  }

  #render(): void {
    const { parsed } = this;
    this.#colors.replaceChildren(...coloredNodes(this.text, parsed));
    if (parsed.problem === undefined) this.#field.removeAttribute('aria-invalid');
    else this.#field.setAttribute('aria-invalid', 'true');
  }

  #onKey(event: KeyboardEvent, onEnter: () => void): void {
    const { key, isComposing } = event;
    if (isComposing || event.defaultPrevented) return;
    if (key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (key === 'Backspace') {
      this.#removeFramedPart(event);
    } else if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
      this.#suggestions.hide();
    }
  }

  /** Removes the condition before the caret as a whole if a space follows it. Menus write such a space. */
  #removeFramedPart(event: KeyboardEvent): void {
    const { selectionStart: caret, selectionEnd, value } = this.#field;
    const hasOnlyCaret =
      !event.ctrlKey && !event.altKey && !event.metaKey && caret === selectionEnd;
    if (!hasOnlyCaret || value[caret - 1] !== ' ') return;
    const end = value.slice(0, caret).trimEnd().length;
    const framedPart = framedPartsOf(value).find((candidate) => candidate.end === end);
    if (framedPart === undefined) return;
    event.preventDefault();
    // An `and` without a condition after it would be a syntax error.
    const textBefore = value.slice(0, framedPart.start).replace(/\s+and\s+$/i, ' ');
    this.#field.setSelectionRange(textBefore.length, caret);
    insertText('');
  }
}

/** Suppresses focus events, so that a short change of focus has no effect elsewhere. */
function withoutFocusEvents(act: () => void): void {
  const types = ['focus', 'blur', 'focusin', 'focusout'];
  const stop = (event: Event): void => event.stopImmediatePropagation();
  for (const type of types) addEventListener(type, stop, true);
  act();
  for (const type of types) removeEventListener(type, stop, true);
}

/** Returns the conditions and bracketed groups of a search, which are framed and removed as a whole. */
function framedPartsOf(text: string): readonly TextPart[] {
  const { parts = [] } = parseSegment(text);
  // An `or` without brackets around it is always the only part.
  const [firstPart, ...otherParts] = parts;
  if (firstPart !== undefined && otherParts.length === 0 && isUnbracketedOr(firstPart, text))
    return [];
  return parts.filter(({ segment }) => segment.kind !== 'text');
}

/** Returns the text as colored tokens. The tokens of each framed part are in a common element. */
function coloredNodes(text: string, { tokens, problem }: ParsedSegment): readonly Node[] {
  const framedParts = framedPartsOf(text);
  const root = element('div');
  let parent: HTMLElement = root;
  /** End of the previous token, and index of the framed part that is open or comes next. */
  let [end, nextPart] = [0, 0];
  for (const token of tokens) {
    if (parent !== root && token.start >= (framedParts[nextPart]?.end ?? 0)) {
      parent = root;
      nextPart++;
    }
    parent.append(text.slice(end, token.start));
    if (parent === root && framedParts[nextPart]?.start === token.start) {
      parent = element('span', { class: 'unit' });
      root.append(parent);
    }
    ({ end } = token);
    const isWrong = problem !== undefined && token.start < problem.end && end > problem.start;
    const coloredToken = element(
      'span',
      { class: `token-${token.kind}` },
      text.slice(token.start, end),
    );
    coloredToken.classList.toggle('wrong', isWrong);
    parent.append(coloredToken);
  }
  // The zero-width space makes a line break at the end start a new line.
  root.append(text.slice(end), '\u200B');
  return [...root.childNodes];
}

/** Returns the note that is shown if the user picks a value while the search has a syntax error. */
export function searchHasErrorText(): string {
  return l10n.t(
    'The search was not changed, because the search contains an error. Fix or clear the search, then try again.',
  );
}
