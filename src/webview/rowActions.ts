import type { PageMessage, PageStrings } from '../protocol.ts';
import { element, icon, isLocked, lock } from './dom.ts';
import type { Format } from './format.ts';
import type { Icon } from './icons.ts';
import { fieldOf } from './record.ts';
import type { Row } from './rowStore.ts';

/** Messages that are about one row. */
export type RowAction = Extract<PageMessage, { row: number }>['type'];

interface RowActionsOptions {
  readonly strings: PageStrings;
  readonly format: Format;
  onAction(action: RowAction): void;
  onDetails(): void;
}

type Name = 'attachTag' | 'detachTag' | 'listTags' | 'copyId' | 'openRecord';

const ACTION_ICONS: Readonly<Record<Name, Icon>> = {
  attachTag: 'add',
  detachTag: 'remove',
  listTags: 'tag',
  copyId: 'copy',
  openRecord: 'bracket',
};

/** Buttons for the row that the user is at. */
export class RowActions {
  readonly element: HTMLElement;
  readonly #options: RowActionsOptions;
  readonly #buttons = new Map<Name, HTMLButtonElement>();
  readonly #details: HTMLButtonElement;
  readonly #openPage = element('button', { type: 'button', class: 'secondary' });

  constructor(options: RowActionsOptions) {
    this.#options = options;
    for (const name of Object.keys(ACTION_ICONS) as Name[]) {
      const attributes = { type: 'button', class: 'icon', 'aria-label': options.strings[name] };
      const text = element('span', { class: 'text' }, options.strings[name]);
      const button = element('button', attributes, icon(ACTION_ICONS[name]), text);
      this.#buttons.set(name, button);
      this.#onClick(button, name);
    }
    this.#onClick(this.#openPage, 'openPage');
    const { details } = options.strings;
    this.#details = element(
      'button',
      { type: 'button', class: 'icon', 'aria-label': details },
      icon('layout-sidebar-right'),
      element('span', { class: 'text' }, details),
    );
    this.#details.title = details;
    this.#details.addEventListener('click', () => options.onDetails());
    const bar = element('div', { class: 'icons' }, ...this.#buttons.values(), this.#details);
    this.element = element('div', { class: 'actions' }, bar, this.#openPage);
  }

  /** @param page the page that "Open Page" opens; `undefined`: there is none */
  update(row: Row | undefined, page: number | undefined, hasDetails: boolean): void {
    this.#details.setAttribute('aria-pressed', String(hasDetails));
    const { strings, format } = this.#options;
    for (const [name, button] of this.#buttons) {
      const reason = row === undefined ? strings[name] : reasonAgainst(name, row);
      lock(button, row === undefined || reason !== null, reason ?? strings[name]);
    }
    this.#openPage.textContent = format.count(strings.openPage, page ?? 1);
    lock(this.#openPage, page === undefined);
  }

  #onClick(button: HTMLButtonElement, action: RowAction): void {
    button.addEventListener('click', () => {
      if (!isLocked(button)) this.#options.onAction(action);
    });
  }
}

function reasonAgainst(name: Name, row: Row): string | null {
  if (name === 'openRecord') return null;
  if (name !== 'copyId') return row.untaggable;
  const id = fieldOf(row.record, 'id');
  return typeof id === 'string' && id !== ''
    ? null
    : (row.untaggable ?? row.problems[0]?.text ?? '');
}
