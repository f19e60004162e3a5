import type { PageStrings } from '../protocol.ts';
import type { Column } from './columns.ts';
import { element } from './dom.ts';
import type { Chip, Format } from './format.ts';
import type { Place } from './keyboard.ts';
import { markedColumns, problemMark } from './problems.ts';
import { initialsOf, pictureOf } from './record.ts';
import type { Row } from './rowStore.ts';

/** Of a chip at least, px: its frame and the space to the next one, and each character. */
const CHIP_FRAME = 18;
const CHIP_CHARACTER = 3;
const MOST_CHIP = 150;

/** A column as far as its cells depend on it. */
export interface CellColumn {
  readonly id: Column;
  /** At most, px. */
  readonly width: number;
}

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
  columns: readonly CellColumn[],
  texts: CellTexts,
): void {
  const marked =
    row.problems.length === 0
      ? undefined
      : markedColumns(
          row.problems,
          columns.map(({ id }) => id),
        );
  columns.forEach((column, index) => {
    const cell = line.children[index] as HTMLElement;
    const content = contentOf(column, row.record, texts);
    const only = cell.childNodes.length === 1 ? cell.firstChild : null;
    if (cell.title !== '') cell.title = '';
    const problems = marked?.get(column.id);
    if (problems !== undefined) {
      const mark = problemMark(problems, texts.strings);
      // The column of pictures has room for one thing.
      cell.replaceChildren(...(column.id === 'picture' ? [mark] : [mark, content]));
    } else if (typeof content === 'string' && only instanceof Text) only.data = content;
    else cell.replaceChildren(content);
  });
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

function contentOf({ id, width }: CellColumn, record: unknown, texts: CellTexts): Node | string {
  switch (id) {
    case 'picture':
      return picture(record, texts.pictures);
    case 'tags':
      return chips(texts.format.tags(record), width);
    case 'params':
      return chips(texts.format.params(record), width);
    default:
      return texts.format.text(id, record);
  }
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

/** Those that may be seen: what does not fit into the cell would take longer to lay out than all the rest of a row. */
function chips(all: readonly Chip[], width: number): HTMLElement {
  let room = width;
  const list = element('div', { class: 'chips' });
  for (const { text } of all) {
    if (room <= 0) break;
    list.append(createChip(text, 'chip'));
    room -= Math.min(MOST_CHIP, CHIP_FRAME + text.length * CHIP_CHARACTER);
  }
  const rest = all.length - list.childElementCount;
  if (rest > 0) list.append(createChip(`+${rest}`, 'chip rest'));
  return list;
}

function createChip(text: string, kind: string): HTMLElement {
  return element('span', { class: kind }, text);
}

/** The tooltip of what the mouse is over: texts may be cut off, and what is wrong is only marked. */
export function describeCell(target: EventTarget | null, record: unknown, format: Format): void {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('.cell') : null;
  const chip = target instanceof HTMLElement ? target.closest<HTMLElement>('.chip') : null;
  if (cell === null) return;
  if (chip !== null)
    describeChip(
      chip,
      cell.classList.contains('tags') ? format.tags(record) : format.params(record),
    );
  else if (cell.querySelector('.chips, .avatar') === null) {
    const marked = cell.querySelector<HTMLElement>(':scope > [role=img]')?.title ?? '';
    cell.title = [cell.textContent, marked].filter((text) => text !== '').join('\n');
  }
}

function describeChip(chip: HTMLElement, all: readonly Chip[]): void {
  const index = [...(chip.parentElement?.children ?? [])].indexOf(chip);
  const rest = all.slice(index).map(({ text }) => text);
  chip.title = chip.classList.contains('rest') ? rest.join('\n') : (all[index]?.title() ?? '');
}
