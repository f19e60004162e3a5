import {
  completionsAt,
  type Completion,
  type SegmentChoices,
} from '../../segments/completionsAt.ts';
import { parseSegment, type ParsedSegment } from '../../segments/parseSegment.ts';
import { MOST_CHARACTERS } from '../../segments/words.ts';
import { element } from '../base/dom.ts';
import type { SearchStrings } from '../../surface/searchStrings.ts';
import { Suggestions, type Suggestion } from './suggestions.ts';

export interface ReadText {
  readonly text: string;
  readonly parsed: ParsedSegment;
}

interface BoxOptions {
  readonly strings: SearchStrings;
  /** IDs of the elements that say the search in words, and what is wrong with it. */
  readonly describedBy: string;
  choices(): SegmentChoices;
  /** Somebody typed. */
  onText(read: ReadText): void;
  /** Enter: at once, please. */
  onEnter(): void;
}

type Offer = Suggestion & { readonly completion: Completion };

/** The text of a search, coloured below what is typed, with what could come next. */
export class SearchBox {
  readonly element: HTMLElement;
  readonly #options: BoxOptions;
  readonly #field: HTMLTextAreaElement;
  /** Shows the same text, in colour; the field itself is transparent. */
  readonly #colours = element('div', { class: 'colours', 'aria-hidden': 'true' });
  readonly #suggestions: Suggestions<Offer>;
  #range = { start: 0, end: 0 };
  #isWriting = false;
  #read: ReadText = { text: '', parsed: { tokens: [] } };

  constructor(options: BoxOptions) {
    this.#options = options;
    const { strings, describedBy } = options;
    this.#field = element('textarea', {
      rows: '1',
      spellcheck: 'false',
      maxlength: String(MOST_CHARACTERS),
      placeholder: strings.label,
      'aria-label': strings.label,
      'aria-describedby': describedBy,
    });
    this.#suggestions = new Suggestions<Offer>({
      field: this.#field,
      label: strings.suggestions,
      find: () => this.#find(),
      take: ({ completion }) => this.#complete(completion),
      place: () => this.#placeAt(this.#range.start),
    });
    const parts = [this.#colours, this.#field, this.#suggestions.element];
    this.element = element('div', { class: 'search-text' }, ...parts);
    this.#field.addEventListener('input', (event) => {
      this.#take();
      if (this.#isWriting) return;
      options.onText(this.#read);
      // While characters are composed, a list would stand in their way.
      if (!event.isComposing) this.#suggestions.show();
    });
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    this.#field.addEventListener('click', () => this.#suggestions.hide());
    this.#take();
  }

  get read(): ReadText {
    return this.#read;
  }

  /** In words, for who points at it. */
  set title(title: string) {
    this.#field.title = title;
  }

  focus(): void {
    this.#field.focus();
    this.#field.select();
  }

  /** Replaces the text, which then cannot be taken back by Ctrl+Z. */
  show(text: string): void {
    if (this.#field.value === text) return;
    this.#field.value = text;
    this.#suggestions.hide();
    this.#take();
  }

  /** Replaces what differs as if it were typed, so that Ctrl+Z takes it back. The keyboard stays where it is. */
  write(text: string): void {
    const before = this.#field.value;
    if (before === text) return;
    // In a page without the focus it would take the focus from the rest of the window.
    if (!document.hasFocus()) return this.show(text);
    const { start, end } = difference(before, text);
    const active = document.activeElement;
    this.#isWriting = true;
    unheard(() => {
      this.#field.focus({ preventScroll: true });
      this.#field.setSelectionRange(start, before.length - end);
      insert(text.slice(start, text.length - end));
      this.#field.setSelectionRange(text.length, text.length);
      if (active instanceof HTMLElement) active.focus({ preventScroll: true });
      else this.#field.blur();
    });
    this.#isWriting = false;
    this.#suggestions.hide();
    // Where nothing can be typed, such as in a field that is longer than it may be.
    this.show(text);
  }

  #take(): void {
    const text = this.#field.value;
    const parsed = parseSegment(text);
    this.#read = { text, parsed };
    this.#colours.replaceChildren(...coloured(text, parsed));
    if (parsed.problem === undefined) this.#field.removeAttribute('aria-invalid');
    else this.#field.setAttribute('aria-invalid', 'true');
  }

  #onKey(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing || event.defaultPrevented) return;
    if (key === 'Enter') {
      event.preventDefault();
      this.#options.onEnter();
    } else if (key === 'Backspace') {
      this.#removeUnit(event);
    } else if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
      this.#suggestions.hide();
    }
  }

  /** A condition that a space ends, as menus write it, goes as one. */
  #removeUnit(event: KeyboardEvent): void {
    const { selectionStart: at, selectionEnd, value } = this.#field;
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && at === selectionEnd;
    if (!isPlain || value[at - 1] !== ' ') return;
    const end = value.slice(0, at).trimEnd().length;
    const unit = unitsOf(value, this.#read.parsed).find((one) => one.end === end);
    if (unit === undefined) return;
    event.preventDefault();
    // An `and` before it would ask for another condition.
    const left = value.slice(0, unit.start).replace(/\s+and\s+$/i, ' ');
    this.#field.setSelectionRange(left.length, at);
    insert('');
  }

  #find() {
    const { selectionStart: at, selectionEnd, value } = this.#field;
    if (at !== selectionEnd) return { items: [], isFirstLit: false };
    const { start, end, items } = completionsAt(value, at, this.#options.choices());
    this.#range = { start, end };
    // A word may be one to look for, which Enter is not to replace.
    const isFirstLit = at > start && items.every(({ kind }) => kind !== 'word');
    // What is there in full already needs nobody's help.
    const isThere = items.some(({ insert }) => insert === value.slice(start, end));
    const offers = items.map((completion): Offer => {
      const { label, insert, kind } = completion;
      const isId = kind !== 'word' && insert !== label && !insert.startsWith('"');
      return { label, completion, ...(isId ? { detail: insert } : {}) };
    });
    return { items: isThere ? [] : offers, isFirstLit };
  }

  /** As if it were typed, so that it can be undone. */
  #complete({ insert: name, kind }: Completion): void {
    const { start, end } = this.#range;
    const isOpen = name === '(' || name.endsWith(':') || name.endsWith('.');
    const next = this.#field.value[end] ?? '';
    const space = (kind === 'word' && isOpen) || /[\s)]/.test(next) ? '' : ' ';
    this.#field.focus();
    this.#field.setSelectionRange(start, end);
    insert(name + space);
  }

  #placeAt(offset: number): DOMRect {
    const range = document.createRange();
    let left = offset;
    const walker = document.createTreeWalker(this.#colours, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? '';
      if (left <= length) {
        range.setStart(node, left);
        range.collapse(true);
        const rect = range.getBoundingClientRect();
        if (rect.height > 0) return rect;
        break;
      }
      left -= length;
    }
    return this.#field.getBoundingClientRect();
  }
}

/** As if it were typed, in place of what is selected. */
function insert(text: string): void {
  // oxlint-disable-next-line typescript/no-deprecated -- the one way that keeps what can be undone
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}

/** Moves the focus to and fro without anybody hearing of it. */
function unheard(act: () => void): void {
  const types = ['focus', 'blur', 'focusin', 'focusout'];
  const stop = (event: Event): void => event.stopImmediatePropagation();
  for (const type of types) addEventListener(type, stop, true);
  act();
  for (const type of types) removeEventListener(type, stop, true);
}

/** How many characters two texts have in common at their beginning and end. */
function difference(one: string, other: string): { start: number; end: number } {
  const most = Math.min(one.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && one[start] === other[start]) start++;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return { start, end };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Conditions, and choices of them in brackets: what is not a word to look for. */
function unitsOf(text: string, { parts = [] }: ParsedSegment): readonly Place[] {
  return parts.filter(({ segment, start }) => {
    return segment.kind !== 'text' && (segment.kind !== 'or' || text[start] === '(');
  });
}

function coloured(text: string, parsed: ParsedSegment): readonly (Node | string)[] {
  const { tokens, problem } = parsed;
  const units = unitsOf(text, parsed);
  const made: (Node | string)[] = [];
  let at = 0;
  let unit: HTMLElement | undefined;
  let next = 0;
  for (const { kind, start, end } of tokens) {
    if (unit !== undefined && start >= (units[next]?.end ?? 0)) {
      unit = undefined;
      next++;
    }
    const between = text.slice(at, start);
    const isWrong = problem !== undefined && start < problem.end && end > problem.start;
    const piece = element('span', { class: `token-${kind}` }, text.slice(start, end));
    piece.classList.toggle('wrong', isWrong);
    if (unit === undefined) {
      made.push(between);
      if (units[next]?.start === start) made.push((unit = element('span', { class: 'unit' })));
    } else unit.append(between);
    if (unit === undefined) made.push(piece);
    else unit.append(piece);
    at = end;
  }
  // A line break at the end makes no line of its own without anything behind it.
  made.push(text.slice(at), '\u200B');
  return made;
}
