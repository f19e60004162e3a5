import * as l10n from '@vscode/l10n';
import { FIELD_NAMES, FIELDS } from '../../base/customerFields.ts';
import { fieldOf, isObject, jsonOf, raw } from '../../base/jsonValues.ts';
import { element, icon, iconButton, lock, onClick } from '../../base/page/dom.ts';
import type { FilterTag } from '../gridRows.ts';
import { createPicture } from './cells.ts';
import type { Chip } from './format.ts';
import type { PageContext } from './pageContext.ts';
import type { GridRow } from './rows.ts';

/** Tags of one customer as chips. A click filters by the tag, and buttons detach it or attach another one. */
class TagList {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #onDetach: (tag: FilterTag) => void;
  readonly #attach: HTMLButtonElement;

  constructor(context: PageContext, onDetach: (tag: FilterTag) => void) {
    this.#context = context;
    this.#onDetach = onDetach;
    const { actions, columnTitles } = context;
    this.#attach = element('button', { type: 'button', class: 'quiet' }, l10n.t('Attach Tag…'));
    this.#attach.prepend(icon('add'));
    onClick(this.#attach, () => actions.runRowAction('attachTag'));
    const label = columnTitles.tags;
    this.element = element('div', { class: 'tag-list', role: 'group', 'aria-label': label });
  }

  show(tags: readonly Chip[], lockReason: string | null): void {
    this.element.replaceChildren(...tags.map((tag) => this.#chip(tag)), this.#attach);
    this.setLock(lockReason);
  }

  /** @param reason reason why tags cannot be changed; `null`: they can be changed */
  setLock(reason: string | null): void {
    for (const button of this.element.querySelectorAll<HTMLButtonElement>('.detach, .quiet')) {
      // The label of "Attach Tag…" is visible, so it needs no tooltip.
      const tooltip = button === this.#attach ? '' : (button.getAttribute('aria-label') ?? '');
      lock(button, reason !== null, reason ?? tooltip);
    }
  }

  #chip(chip: Chip): HTMLElement {
    const { actions } = this.#context;
    const { id, text } = chip;
    if (id === '') return element('span', { class: 'chip' }, text);
    const tag = { id, name: text };
    const name = element('button', { type: 'button', class: 'name' }, text);
    name.title = [chip.title, l10n.t('Show Customers with Tag')].join('\n');
    onClick(name, () => actions.searchTag(tag));
    const label = l10n.t('Detach "{0}"', text);
    const attributes = { type: 'button', class: 'icon detach', 'aria-label': label };
    const detach = element('button', attributes, icon('close'));
    onClick(detach, () => this.#onDetach(tag));
    return element('span', { class: 'chip' }, name, detach);
  }
}

const TEXT_FIELDS = FIELD_NAMES.flatMap((field) => {
  const { kind, column, details } = FIELDS[field];
  return kind === 'list' || column === null ? [] : [{ field, column: column.id, details }];
});
/** Fields of the heading. They are repeated in the list only if they have problems. */
const HEADING_FIELDS = TEXT_FIELDS.filter(({ details }) => details === 'heading');
/** Fields below the heading. Their `details` is a number that gives their order. */
const LISTED_FIELDS = TEXT_FIELDS.filter(({ details }) => typeof details === 'number').sort(
  (a, b) => Number(a.details) - Number(b.details),
);
const KNOWN_FIELDS: ReadonlySet<string> = new Set(FIELD_NAMES);

/** Details pane with all data that the service sent for one customer. */
export class Details {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  /** Scrolling part of the pane. It takes the focus. */
  readonly #body = element('div', { class: 'details-body', tabindex: '0', role: 'group' });
  readonly #title = element('h2', {});
  readonly #tags: TagList;
  readonly #jsonLine: HTMLElement;
  #shownRow: GridRow | undefined;

  /** @param onDetach called when the user detaches a tag from the shown customer */
  constructor(context: PageContext, onDetach: (tag: FilterTag) => void) {
    this.#context = context;
    const { actions } = context;
    const close = iconButton('close', l10n.t('Close Details'), () => actions.toggleDetails());
    this.#body.setAttribute('aria-label', l10n.t('Details'));
    this.#tags = new TagList(context, onDetach);
    const jsonButton = element(
      'button',
      { type: 'button', class: 'link' },
      l10n.t('Open Record as JSON'),
    );
    jsonButton.addEventListener('click', () => actions.runRowAction('openRecord'));
    this.#jsonLine = element('div', {}, jsonButton);
    this.element = element(
      'aside',
      { class: 'details', 'aria-label': l10n.t('Details') },
      element('div', { class: 'details-head' }, this.#title, close),
      this.#body,
    );
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') actions.toggleDetails();
    });
  }

  focus(): void {
    this.#body.focus();
  }

  /** @param lockReason reason why tags cannot be changed; `null`: they can be changed */
  show(row: GridRow | undefined, lockReason: string | null): void {
    this.#tags.setLock(lockReason);
    // Without a row, the pane is always filled, because `#shownRow` is also `undefined` before the first call.
    if (row === this.#shownRow && row !== undefined) return;
    this.#shownRow = row;
    const { format } = this.#context;
    const hadFocus = this.#body.contains(document.activeElement);
    this.#title.textContent = format.text('name', row?.record).trim() || l10n.t('Details');
    this.#body.scrollTop = 0;
    if (row === undefined)
      return this.#body.replaceChildren(l10n.t('Select a customer to see all details.'));
    const { record } = row;
    this.#tags.show(format.tags(record), lockReason);
    this.#body.replaceChildren(
      ...this.#warnings(row, null),
      this.#heading(row),
      this.#tags.element,
      ...this.#warnings(row, 'tags'),
      this.#fields(row),
      ...this.#params(row),
      ...this.#unknownFields(record),
      this.#jsonLine,
    );
    if (hadFocus) this.focus();
  }

  /** Returns one line with the platform, the status, and the time since the last interaction. */
  #heading({ record }: GridRow): HTMLElement {
    const { format } = this.#context;
    const ago = format.ago(fieldOf(record, 'lastActive'));
    const parts = [
      format.text('platform', record),
      format.text('status', record),
      ago === '' ? '' : l10n.t('active {0}', ago),
    ];
    const line = parts.filter((part) => part !== '').join(' · ');
    const pictureElement = createPicture(record, this.#context.model.loadsPictures);
    return element('div', { class: 'customer-summary' }, pictureElement, element('span', {}, line));
  }

  /** @param field name of the field; `null`: the record itself */
  #warnings({ problems }: GridRow, field: string | null): readonly HTMLElement[] {
    const fieldProblems = problems.filter((problem) => problem.field === field);
    return fieldProblems.map(({ text }) =>
      element('div', { class: 'warning' }, icon('warning'), text),
    );
  }

  #fields(row: GridRow): HTMLElement {
    const { record } = row;
    const { columnTitles, format } = this.#context;
    const invalidFields = HEADING_FIELDS.filter(
      ({ field }) => this.#warnings(row, field).length > 0,
    );
    const pairs = [...invalidFields, ...LISTED_FIELDS].flatMap(({ field, column }) =>
      this.#field(row, field, columnTitles[column], format.text(column, record)),
    );
    const pic = raw(fieldOf(record, 'pic'));
    return element('dl', {}, ...pairs, ...this.#field(row, 'pic', l10n.t('Picture'), pic));
  }

  /** Returns the term and the value of a field. Empty for a field that was not sent and is not required. */
  #field(row: GridRow, field: string, label: string, text: string): readonly HTMLElement[] {
    const value = fieldOf(row.record, field);
    const warnings = this.#warnings(row, field);
    if (value === undefined && warnings.length === 0) return [];
    const pair = this.#pair(label, text, raw(value));
    pair
      .at(-1)
      ?.querySelector('.value')
      ?.append(...warnings);
    return pair;
  }

  #params(row: GridRow): readonly HTMLElement[] {
    const title = this.#context.columnTitles.params;
    const value = fieldOf(row.record, 'params');
    if (!Array.isArray(value)) {
      return this.#section(title, this.#field(row, 'params', title, raw(value)));
    }
    const pairs = value.flatMap((param) => this.#param(param));
    return this.#section(`${title} (${value.length})`, pairs, this.#warnings(row, 'params'));
  }

  #param(param: unknown): readonly HTMLElement[] {
    const name = raw(fieldOf(param, 'name'));
    const value = fieldOf(param, 'value');
    const time = this.#context.format.time(fieldOf(param, 'timestamp'));
    const text = value === undefined ? raw(param) : raw(value);
    return this.#pair(name || '–', [text, time].filter((part) => part !== '').join('\n'), text);
  }

  #unknownFields(record: unknown): readonly HTMLElement[] {
    if (!isObject(record)) return [];
    const pairs = Object.entries(record).flatMap(([field, value]) => {
      if (KNOWN_FIELDS.has(field)) return [];
      const text = raw(value);
      // Null and an empty text are shown as JSON.
      return this.#pair(field, text || String(jsonOf(value)), text);
    });
    return pairs.length === 0 ? [] : this.#section(l10n.t('Other fields'), pairs);
  }

  #section(
    title: string,
    pairs: readonly HTMLElement[],
    warnings: readonly HTMLElement[] = [],
  ): readonly HTMLElement[] {
    if (pairs.length === 0) return [];
    const list = element('dl', {}, ...pairs);
    return [element('section', {}, element('h3', {}, title), ...warnings, list)];
  }

  #pair(label: string, text: string, copiedText: string): HTMLElement[] {
    const value = element('dd', {}, element('div', { class: 'value' }, text));
    if (copiedText !== '') value.append(this.#createCopyButton(label, copiedText));
    return [element('dt', {}, label), value];
  }

  #createCopyButton(label: string, text: string): HTMLElement {
    const buttonLabel = l10n.t('Copy {0}', label);
    const button = iconButton('copy', buttonLabel, () =>
      this.#context.panel.post({ type: 'copyText', text }),
    );
    button.classList.add('copy');
    return button;
  }
}
