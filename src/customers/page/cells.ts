import * as l10n from '@vscode/l10n';
import type { Column } from '../../base/customerFields.ts';
import { fieldOf, raw } from '../../base/jsonValues.ts';
import { element, icon, textWidth } from '../../base/page/dom.ts';
import { sentences } from '../../base/text.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import { tagsIn } from '../../search/segmentNames.ts';
import type { RowProblem } from '../gridRows.ts';
import { columnOf } from './columns.ts';
import { type Chip, initialsOf, pictureOf } from './format.ts';
import type { CellPosition } from './keyboard.ts';
import type { PageContext } from './pageContext.ts';
import type { GridRow } from './rows.ts';

/** Widths in px, as in `customers.css`: space around the text of a chip, between chips, and around a cell. */
const CHIP_FRAME = 16;
const CHIP_GAP = 4;
const CELL_PADDING = 16;
const MAX_CHIP_WIDTH = 150;

/** Properties of a column on which the content of its cells depends. */
export interface CellColumn {
  readonly id: Column;
  /** Width in px. */
  readonly width: number;
}

/** Creates a row with empty cells. `fillRow` can fill it repeatedly. */
export function createRow(columns: readonly Column[]): HTMLElement {
  const cells = columns.map((column) =>
    element('div', { role: 'gridcell', class: `cell ${column}`, tabindex: '-1' }),
  );
  return element('div', { role: 'row', class: 'row' }, ...cells);
}

/**
 * Content of each line (the element of a row). Unchanged lines are not filled again: a click would be lost if its
 * target were replaced.
 */
const filledContents = new WeakMap<
  HTMLElement,
  { row: GridRow; columns: readonly CellColumn[]; searchTags: ReadonlySet<string> }
>();

/** Shows a row in a line, which is an element that `createRow` has created. Does nothing if the line is up to date. */
export function fillRow(
  line: HTMLElement,
  row: GridRow,
  columns: readonly CellColumn[],
  context: PageContext,
): void {
  const previous = filledContents.get(line);
  const searchTags = tagsOfSearch(context.viewState.view.search);
  if (previous?.row === row && previous.columns === columns && previous.searchTags === searchTags)
    return;
  filledContents.set(line, { row, columns, searchTags });
  const problemsByColumn =
    row.problems.length === 0
      ? undefined
      : groupByColumn(
          row.problems,
          columns.map(({ id }) => id),
        );
  columns.forEach((column, index) => {
    const cell = line.children[index] as HTMLElement;
    const content = contentOf(column, row.record, context);
    const onlyChild = cell.childNodes.length === 1 ? cell.firstChild : null;
    if (cell.title !== '') cell.title = '';
    const problems = problemsByColumn?.get(column.id);
    const leadingNodes =
      column.id === 'name' ? [createPicture(row.record, context.model.loadsPictures)] : [];
    if (column.id === 'status') cell.dataset['status'] = raw(fieldOf(row.record, 'status'));
    if (problems !== undefined) leadingNodes.unshift(createProblemMark(problems));
    // If the cell had only text and will have only text, its text node is reused.
    if (leadingNodes.length === 0 && typeof content === 'string' && onlyChild instanceof Text) {
      onlyChild.data = content;
    } else cell.replaceChildren(...leadingNodes, content);
  });
}

/** Returns the cell of a row that an event targets, or `undefined` if the target is not in such a cell. */
export function cellPositionOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const line = cell?.parentElement;
  if (!cell || !line) return undefined;
  return { row: Number(line.dataset['position']), column: [...line.children].indexOf(cell) };
}

/** Returns the index of the clicked tag. `isRest`: the chip with the number of hidden tags was clicked. */
function clickedChip(
  event: MouseEvent,
): { readonly index: number; readonly isRest: boolean } | undefined {
  const { target, button, ctrlKey, metaKey, shiftKey } = event;
  const chip = target instanceof Element ? target.closest('.tags .chip') : null;
  if (chip === null || button !== 0 || ctrlKey || metaKey || shiftKey) return undefined;
  const index = [...(chip.parentElement?.children ?? [])].indexOf(chip);
  return { index, isRest: chip.classList.contains('rest') };
}

/** Returns the values that `when` clauses of the native context menu can use. */
export function rowContextText(
  row: GridRow,
  context: {
    readonly rowNumber: number;
    readonly generation: number;
    /** Whether the row is one of several selected rows. */
    readonly isOneOfMany: boolean;
  },
): string {
  return JSON.stringify({
    webviewSection: context.isOneOfMany ? 'rows' : 'row',
    row: context.rowNumber,
    generation: context.generation,
    taggable: row.untaggableReason === null,
    preventDefaultContextMenuItems: true,
  });
}

function contentOf(
  { id, width }: CellColumn,
  record: unknown,
  context: PageContext,
): Node | string {
  switch (id) {
    case 'tags':
      return createChipList(tagsOf(record, context), width);
    case 'params':
      return createChipList(context.format.params(record), width);
    default:
      return context.format.text(id, record);
  }
}

/** Returns the tags in the order of their chips. Tags of the search come first, so that they are never cut off. */
function tagsOf(record: unknown, { format, viewState }: PageContext): readonly Chip[] {
  const tags = format.tags(record);
  const searchTags = tagsOfSearch(viewState.view.search);
  if (searchTags.size === 0) return tags;
  const isSearched = ({ id, text }: Chip): boolean => searchTags.has(id) || searchTags.has(text);
  return [...tags.filter(isSearched), ...tags.filter((tag) => !isSearched(tag))];
}

let lastSearch: { readonly search: string; readonly tags: ReadonlySet<string> } = {
  search: '',
  tags: new Set(),
};

/** Returns IDs and names of the tags in a search. Equal tags give the same `Set`: `fillRow` compares identities. */
function tagsOfSearch(search: string): ReadonlySet<string> {
  if (search !== lastSearch.search) {
    const { segment } = parseSegment(search);
    const names = segment === undefined ? [] : tagsIn(segment).map(({ value }) => value);
    const tags = new Set(names);
    const isSame =
      tags.size === lastSearch.tags.size && names.every((tag) => lastSearch.tags.has(tag));
    lastSearch = { search, tags: isSame ? lastSearch.tags : tags };
  }
  return lastSearch.tags;
}

/** Creates the picture of a customer. The initials show until the image is loaded, and if it cannot be loaded. */
export function createPicture(record: unknown, canLoad: boolean): HTMLElement {
  const attributes = {
    class: 'avatar',
    'aria-hidden': 'true',
    'data-initials': initialsOf(record),
  };
  const holder = element('span', attributes);
  const source = canLoad ? pictureOf(record) : undefined;
  if (source === undefined) return holder;
  const image = element('img', { alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' });
  image.addEventListener('load', () => image.classList.add('loaded'));
  image.addEventListener('error', () => image.remove());
  image.src = source;
  holder.append(image);
  return holder;
}

/** Creates chips for the entries that fit into the cell, and a chip with the number of hidden entries. */
function createChipList(entries: readonly Chip[], width: number): HTMLElement {
  const availableWidth = width - CELL_PADDING;
  const restWidth =
    entries.length > 1 ? CHIP_GAP + CHIP_FRAME + textWidth(`+${entries.length}`) : 0;
  const list = element('div', { class: 'chips' });
  let usedWidth = 0;
  for (const [index, { text }] of entries.entries()) {
    usedWidth += Math.min(MAX_CHIP_WIDTH, CHIP_FRAME + textWidth(text));
    const isLast = index === entries.length - 1;
    if (index > 0 && usedWidth + (isLast ? 0 : restWidth) > availableWidth) break;
    list.append(element('span', { class: 'chip' }, text));
    usedWidth += CHIP_GAP;
  }
  const rest = entries.slice(list.childElementCount).map(({ text }) => text);
  if (rest.length > 0) {
    const restChip = element('span', { class: 'chip rest' }, `+${rest.length}`);
    // Assistive technology cannot use the tooltip, so the hidden entries are added as text.
    restChip.append(element('span', { class: 'hidden-text' }, ` ${rest.join(', ')}`));
    list.append(restChip);
  }
  return list;
}

/** Sets the tooltip of a cell or chip: its text, which may be cut off, and the problems of the field. */
function describeCell(target: EventTarget | null, record: unknown, context: PageContext): void {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('.cell') : null;
  const chip = target instanceof HTMLElement ? target.closest<HTMLElement>('.chip') : null;
  if (cell === null) return;
  if (chip !== null)
    describeChip(
      chip,
      cell.classList.contains('tags') ? tagsOf(record, context) : context.format.params(record),
    );
  else if (cell.querySelector('.chips') === null) {
    const problemsTitle = cell.querySelector<HTMLElement>(':scope > [role=img]')?.title ?? '';
    cell.title = [cell.textContent, problemsTitle].filter((text) => text !== '').join('\n');
  }
}

function describeChip(chip: HTMLElement, entries: readonly Chip[]): void {
  const index = [...(chip.parentElement?.children ?? [])].indexOf(chip);
  const rest = entries.slice(index).map(({ text }) => text);
  chip.title = chip.classList.contains('rest') ? rest.join('\n') : (entries[index]?.title ?? '');
}

/** @param onOpen opens the details of the row, after a double click or a click on the number of hidden tags */
export function listenToCells(body: HTMLElement, context: PageContext, onOpen: () => void): void {
  const { order, store, actions } = context;
  const recordAt = (target: EventTarget | null): unknown => {
    const row = order.rowAt(cellPositionOf(target)?.row ?? -1);
    return row === undefined ? undefined : store.row(row)?.record;
  };
  body.addEventListener('click', (event) => {
    const chip = clickedChip(event);
    const record = recordAt(event.target);
    if (chip === undefined || record === undefined) return;
    const tag = tagsOf(record, context)[chip.index];
    if (chip.isRest) onOpen();
    else if (tag !== undefined && tag.id !== '') actions.searchTag({ id: tag.id, name: tag.text });
  });
  body.addEventListener('dblclick', onOpen);
  body.addEventListener('mouseover', ({ target }) => {
    const record = recordAt(target);
    if (record !== undefined) describeCell(target, record, context);
  });
}

/** Returns `Unexpected data: "phone" has the type number. Expected: string.`, or `''` if there are no problems. */
export function problemsText(problems: readonly RowProblem[]): string {
  const text = sentences(problems.map((problem) => problem.text));
  return text === '' ? '' : l10n.t('{0}: {1}', l10n.t('Unexpected data'), text);
}

/** Returns the problems to mark per column: the column of the field if shown, else the name, else the first one. */
function groupByColumn(
  problems: readonly RowProblem[],
  shown: readonly Column[],
): ReadonlyMap<Column, readonly RowProblem[]> {
  const byColumn = new Map<Column, RowProblem[]>();
  const isShown = (column: Column | undefined) => column !== undefined && shown.includes(column);
  for (const problem of problems) {
    const column = [columnOf(problem.field), 'name' as const, shown[0]].find(isShown);
    if (column !== undefined) byColumn.set(column, [...(byColumn.get(column) ?? []), problem]);
  }
  return byColumn;
}

function createProblemMark(problems: readonly RowProblem[]): HTMLElement {
  const mark = icon('warning');
  mark.removeAttribute('aria-hidden');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', problemsText(problems));
  mark.title = problems.map(({ text }) => text).join('\n');
  return mark;
}
