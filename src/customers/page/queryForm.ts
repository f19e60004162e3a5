import * as l10n from '@vscode/l10n';
import type { GridState } from '../gridMessages.ts';
import { MAX_LIMIT, MIN_LIMIT } from '../../base/model.ts';
import { element } from '../../base/page/dom.ts';
import type { PageContext } from './pageContext.ts';
import { localTime } from '../../base/text.ts';
import { Popup } from '../../base/page/popup.ts';
import { parseLimit } from './query.ts';

/** Bounds of the time field. All times between them are 13-digit timestamps in ms, in every time zone. */
const FIRST_DAY = '2001-09-11T00:00';
const LAST_DAY = '2286-11-19T00:00';

/** Shows the query that was loaded, and a form to change it. */
export class QueryForm {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #form: HTMLFormElement;
  readonly #popup: Popup;
  readonly #text = element('span', {});
  readonly #limit = element('input', { type: 'number', id: 'limit', required: '' });
  readonly #from = element('input', { type: 'datetime-local', id: 'from', step: '1' });
  readonly #error = element('span', { class: 'error', id: 'query-error' });
  /** Time with milliseconds. The input has only seconds, so the exact time is used until the user changes the input. */
  #exactFrom: { readonly text: string; readonly from: number | null } = { text: '', from: null };

  constructor(context: PageContext) {
    this.#context = context;
    Object.assign(this.#limit, { min: String(MIN_LIMIT), max: String(MAX_LIMIT) });
    Object.assign(this.#from, { min: FIRST_DAY, max: LAST_DAY });
    this.#form = element(
      'form',
      { class: 'query-form', novalidate: '' },
      element('label', { class: 'labeled-input' }, l10n.t('Customers per page'), this.#limit),
      element('label', { class: 'labeled-input' }, l10n.t('Active after'), this.#from),
      this.#error,
      element('button', { type: 'submit', class: 'primary' }, l10n.t('Load')),
    );
    const button = element('button', { type: 'button', class: 'quiet' }, l10n.t('Change…'));
    this.#popup = new Popup(l10n.t('Customers to Load'), button, (content) => {
      content.replaceChildren(this.#form);
      this.#limit.focus();
      this.#limit.select();
    });
    button.addEventListener('click', () => this.#popup.toggle());
    this.element = element('div', { class: 'query' }, this.#text, this.#popup.element);
    this.#form.addEventListener('input', () => this.#showError(undefined, ''));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#submit();
    });
  }

  show({ limit, from }: GridState): void {
    this.#limit.value = String(limit);
    this.#from.value = from === null ? '' : localTime(from);
    this.#exactFrom = { text: this.#from.value, from };
    this.#showError(undefined, '');
    const { format } = this.#context;
    const count = format.number(limit);
    this.#text.textContent =
      from === null
        ? l10n.t('{0} customers per page · active at any time', count)
        : l10n.t('{0} customers per page · active after {1}', count, format.time(from));
  }

  #submit(): void {
    const limit = parseLimit(this.#limit.value);
    if (limit === undefined)
      return this.#showError(
        this.#limit,
        l10n.t('Enter a whole number from 1 to {0}.', String(MAX_LIMIT)),
      );
    if (!this.#from.checkValidity())
      return this.#showError(this.#from, this.#from.validationMessage);
    this.#showError(undefined, '');
    this.#popup.leave();
    this.#context.panel.post({ type: 'load', limit, from: this.#chosenFrom() });
  }

  #chosenFrom(): number | null {
    const { value } = this.#from;
    if (value === this.#exactFrom.text) return this.#exactFrom.from;
    return value === '' ? null : new Date(value).getTime();
  }

  #showError(invalid: HTMLInputElement | undefined, message: string): void {
    this.#error.textContent = message;
    for (const input of [this.#limit, this.#from]) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
    invalid?.setAttribute('aria-invalid', 'true');
    invalid?.setAttribute('aria-describedby', this.#error.id);
    invalid?.focus();
    if (message !== '') this.#context.announcer.alert(message);
  }
}
