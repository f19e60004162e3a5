import {
  completionsAt,
  type Completion,
  type SegmentChoices,
} from '../../segments/completionsAt.ts';
import { parseSegment } from '../../segments/parseSegment.ts';
import type { SegmentProblem } from '../../segments/problem.ts';
import type { Segment } from '../../segments/segment.ts';
import type { Token } from '../../segments/tokens.ts';
import { element } from '../base/dom.ts';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { Suggestions, type Suggestion } from './suggestions.ts';

export interface ReadText {
  readonly text: string;
  readonly segment: Segment | undefined;
  readonly problem: SegmentProblem | undefined;
}

interface BoxOptions {
  readonly strings: SegmentStrings;
  /** The ID of the line that says what is wrong. */
  readonly describedBy: string;
  choices(): SegmentChoices;
  /** The person typed. */
  onText(read: ReadText): void;
  /** Enter: at once, please. */
  onEnter(): void;
  onEscape(): void;
}

type Offer = Suggestion & { readonly completion: Completion };

/** The text of a segment, coloured below what is typed, with what could come next. */
export class SegmentBox {
  readonly element: HTMLElement;
  readonly #options: BoxOptions;
  readonly #field: HTMLTextAreaElement;
  /** Shows the same text, in colour; the field itself is transparent. */
  readonly #colours = element('div', { class: 'colours', 'aria-hidden': 'true' });
  readonly #suggestions: Suggestions<Offer>;
  #range = { start: 0, end: 0 };

  constructor(options: BoxOptions) {
    this.#options = options;
    const { strings, describedBy } = options;
    this.#field = element('textarea', {
      rows: '1',
      spellcheck: 'false',
      maxlength: '10000',
      placeholder: strings.placeholder,
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
    const text = element('div', { class: 'segment-text' }, this.#colours, this.#field);
    this.element = element('div', { class: 'segment-box' }, text, this.#suggestions.element);
    this.#field.addEventListener('input', (event) => {
      options.onText(this.#read());
      // While characters are composed, a list would stand in their way.
      if (!event.isComposing) this.#suggestions.show();
    });
    this.#field.addEventListener('keydown', (event) => this.#onKey(event));
    this.#field.addEventListener('click', () => this.#suggestions.hide());
    this.#read();
  }

  get text(): string {
    return this.#field.value;
  }

  /** @returns what it says */
  show(text: string): ReadText {
    if (this.#field.value !== text) this.#field.value = text;
    this.#suggestions.hide();
    return this.#read();
  }

  /** With what it can begin with, when there is nothing. */
  focus(): void {
    this.#field.focus();
    if (this.text === '') this.#suggestions.show();
  }

  #read(): ReadText {
    const text = this.#field.value;
    const { tokens, segment, problem } = parseSegment(text);
    this.#colours.replaceChildren(...coloured(text, tokens, problem));
    if (problem === undefined) this.#field.removeAttribute('aria-invalid');
    else this.#field.setAttribute('aria-invalid', 'true');
    return { text, segment, problem };
  }

  #onKey(event: KeyboardEvent): void {
    const { key, shiftKey, isComposing } = event;
    if (isComposing || event.defaultPrevented) return;
    if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      this.#options.onEnter();
    } else if (key === 'Escape') {
      event.stopPropagation();
      this.#options.onEscape();
    } else if (key.startsWith('Arrow') || key === 'Home' || key === 'End') {
      this.#suggestions.hide();
    }
  }

  #find() {
    const { selectionStart: at, selectionEnd, value } = this.#field;
    if (at !== selectionEnd) return { items: [], isFirstLit: false };
    const { start, end, items } = completionsAt(value, at, this.#options.choices());
    this.#range = { start, end };
    const typed = value.slice(start, at);
    // What is there in full already needs nobody's help.
    const isThere = items.some(({ insert }) => insert === value.slice(start, end));
    const offers = items.map((completion): Offer => {
      const { label, insert, kind } = completion;
      const isId = kind !== 'word' && insert !== label && !insert.startsWith('"');
      return { label, completion, ...(isId ? { detail: insert } : {}) };
    });
    return { items: isThere ? [] : offers, isFirstLit: typed !== '' };
  }

  /** As if it were typed, so that it can be undone. */
  #complete({ insert, kind }: Completion): void {
    const { start, end } = this.#range;
    const isOpen = insert === '(' || insert.endsWith(':') || insert.endsWith('.');
    const next = this.text[end] ?? '';
    const space = (kind === 'word' && isOpen) || /[\s)]/.test(next) ? '' : ' ';
    this.#field.focus();
    this.#field.setSelectionRange(start, end);
    // oxlint-disable-next-line typescript/no-deprecated -- the one way that keeps what can be undone
    document.execCommand('insertText', false, insert + space);
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

function coloured(
  text: string,
  tokens: readonly Token[],
  problem: SegmentProblem | undefined,
): readonly (Node | string)[] {
  let at = 0;
  const parts: (Node | string)[] = [];
  for (const { kind, start, end } of tokens) {
    parts.push(text.slice(at, start));
    const isWrong = problem !== undefined && start < problem.end && end > problem.start;
    const made = element('span', { class: `token-${kind}` }, text.slice(start, end));
    made.classList.toggle('wrong', isWrong);
    parts.push(made);
    at = end;
  }
  // A line break at the end makes no line of its own without anything behind it.
  parts.push(text.slice(at), '\u200B');
  return parts;
}
