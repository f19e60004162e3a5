import type { PageStrings } from '../protocol.ts';
import type { Column } from './columns.ts';
import { element, icon } from './dom.ts';
import type { Chip, Format } from './format.ts';
import type { Place } from './keyboard.ts';
import { initialsOf, pictureOf } from './record.ts';
import type { Row } from './rowStore.ts';

/** More of them than fit into a cell would only cost time. */
const MOST_CHIPS = 8;

/** What cells are filled with. */
export interface CellTexts {
  readonly strings: PageStrings;
  readonly format: Format;
  /** Whether pictures are loaded. */
  pictures: boolean;
}

/** An empty row with its cells, to be filled by `fillRow` as often as needed. */
export function createRow(columns: readonly Column[]): HTMLElement {
  const cells = columns.map((column) =>
    element('div', { role: 'gridcell', class: `cell ${column}`, tabindex: '-1' }),
  );
  return element('div', { role: 'row', class: 'row' }, ...cells);
}

export function fillRow(
  line: HTMLElement,
  row: Row,
  columns: readonly Column[],
  texts: CellTexts,
): void {
  columns.forEach((column, index) => {
    const cell = line.children[index] as HTMLElement;
    const content = contentOf(column, row.record, texts);
    const problem = column === markedColumn(columns) ? row.problem : null;
    cell.title = typeof content === 'string' ? content : '';
    if (problem === null) cell.replaceChildren(content);
    else cell.replaceChildren(problemMark(problem, texts.strings), content);
  });
}

/** The mark of a bad record has to stand somewhere, also when the names are hidden. */
function markedColumn(columns: readonly Column[]): Column | undefined {
  return columns.includes('name') ? 'name' : columns[0];
}

/** The cell that an event is about; its row is the position. */
export function placeOf(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const line = cell?.parentElement;
  if (!cell || !line) return undefined;
  return { row: Number(line.dataset['position']), column: [...line.children].indexOf(cell) };
}

/** What the `when` clauses of the native context menu can ask. */
export function contextOf(
  row: Row,
  place: { readonly row: number; readonly generation: number; readonly isOneOfMany: boolean },
): string {
  return JSON.stringify({
    webviewSection: place.isOneOfMany ? 'rows' : 'row',
    row: place.row,
    generation: place.generation,
    taggable: row.untaggable === null,
    preventDefaultContextMenuItems: true,
  });
}

function contentOf(column: Column, record: unknown, texts: CellTexts): Node | string {
  switch (column) {
    case 'picture':
      return picture(record, texts.pictures);
    case 'tags':
      return chips(texts.format.tags(record));
    case 'params':
      return chips(texts.format.params(record));
    default:
      return texts.format.text(column, record);
  }
}

function problemMark(problem: string, strings: PageStrings): HTMLElement {
  const mark = icon('warning');
  mark.removeAttribute('aria-hidden');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', `${strings.badRecord}: ${problem}`);
  mark.title = problem;
  return mark;
}

/** Initials, until the picture is there, and if it never comes. */
export function picture(record: unknown, isLoaded: boolean): HTMLElement {
  const holder = element('span', { class: 'avatar' }, initialsOf(record));
  const source = isLoaded ? pictureOf(record) : undefined;
  if (source === undefined) return holder;
  const image = element('img', { alt: '', loading: 'lazy', referrerpolicy: 'no-referrer' });
  image.addEventListener('load', () => image.classList.add('loaded'));
  image.addEventListener('error', () => image.remove());
  image.src = source;
  holder.append(image);
  return holder;
}

function chips(all: readonly Chip[]): HTMLElement {
  const shown = all.slice(0, MOST_CHIPS);
  const rest = all.length - shown.length;
  const list = element('div', { class: 'chips' }, ...shown.map(({ text }) => createChip(text)));
  if (rest > 0) list.append(createChip(`+${rest}`));
  return list;
}

function createChip(text: string): HTMLElement {
  return element('span', { class: 'chip' }, text);
}

/** The tooltip of the chip that the mouse is over. */
export function describeChip(target: EventTarget | null, record: unknown, format: Format): void {
  const chip = target instanceof HTMLElement ? target.closest<HTMLElement>('.chip') : null;
  const cell = chip?.closest('.cell');
  if (!chip || !cell || chip.title !== '') return;
  const all = cell.classList.contains('tags') ? format.tags(record) : format.params(record);
  const index = [...(chip.parentElement?.children ?? [])].indexOf(chip);
  const rest = all.slice(MOST_CHIPS).map(({ text }) => text);
  chip.title = index < MOST_CHIPS ? (all[index]?.title() ?? '') : rest.join('\n');
}
