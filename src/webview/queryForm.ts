import type { PageState, PageStrings } from '../protocol.ts';
import { element } from './dom.ts';
import { LEAST, localTime, MOST, parseLimit } from './query.ts';

/** The times that are 13-digit timestamps, in every time zone. */
const FIRST_DAY = '2001-09-11T00:00';
const LAST_DAY = '2286-11-19T00:00';

/** The controls of what is loaded. */
export class QueryForm {
  readonly element: HTMLFormElement;
  readonly #strings: PageStrings;
  readonly #limit = element('input', { type: 'number', id: 'limit', required: '' });
  readonly #from = element('input', { type: 'datetime-local', id: 'from', step: '1' });
  readonly #error = element('span', { class: 'error', id: 'query-error', role: 'alert' });
  readonly #onLoad: (limit: number, from: number | null) => void;
  /** The input has seconds only; as long as nobody changes it, the time keeps its milliseconds. */
  #exact: { readonly text: string; readonly from: number | null } = { text: '', from: null };

  constructor(strings: PageStrings, onLoad: (limit: number, from: number | null) => void) {
    this.#strings = strings;
    this.#onLoad = onLoad;
    Object.assign(this.#limit, { min: String(LEAST), max: String(MOST) });
    Object.assign(this.#from, { min: FIRST_DAY, max: LAST_DAY });
    this.element = element(
      'form',
      { class: 'query', novalidate: '' },
      element('label', {}, strings.limit, this.#limit),
      element('label', {}, strings.from, this.#from),
      element('button', { type: 'submit', class: 'primary' }, strings.load),
      this.#error,
    );
    this.element.addEventListener('input', () => this.#mark(undefined, ''));
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  show({ limit, from }: PageState): void {
    this.#limit.value = String(limit);
    this.#from.value = from === null ? '' : localTime(from);
    this.#exact = { text: this.#from.value, from };
    this.#mark(undefined, '');
  }

  #submit(): void {
    const limit = parseLimit(this.#limit.value);
    if (limit === undefined) return this.#mark(this.#limit, this.#strings.limitError);
    if (!this.#from.checkValidity()) return this.#mark(this.#from, this.#from.validationMessage);
    this.#mark(undefined, '');
    this.#onLoad(limit, this.#chosenFrom());
  }

  #chosenFrom(): number | null {
    const { value } = this.#from;
    if (value === this.#exact.text) return this.#exact.from;
    return value === '' ? null : new Date(value).getTime();
  }

  #mark(wrong: HTMLInputElement | undefined, message: string): void {
    this.#error.textContent = message;
    for (const input of [this.#limit, this.#from]) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
    wrong?.setAttribute('aria-invalid', 'true');
    wrong?.setAttribute('aria-describedby', this.#error.id);
    wrong?.focus();
  }
}
