import type { PageStrings, Row } from '../protocol.ts';
import { COLUMNS, type Column } from './columns.ts';
import { element, icon } from './dom.ts';
import type { Chip, Format } from './format.ts';
import type { Place } from './keyboard.ts';
import { initialsOf, pictureOf } from './record.ts';

/** More of them than fit into a cell would only cost time. */
const MOST_CHIPS = 12;

/** An empty row with its cells, to be filled by `fillRow` as often as needed. */
export function createRow(): HTMLElement {
  const cells = COLUMNS.map((column) =>
    element('div', { role: 'gridcell', class: `cell ${column}`, tabindex: '-1' }),
  );
  return element('div', { role: 'row', class: 'row' }, ...cells);
}

export function createHeader(strings: PageStrings): HTMLElement {
  const cells = COLUMNS.map((column) =>
    element(
      'div',
      { role: 'columnheader', class: `cell ${column}`, title: strings.columns[column] },
      element('span', {}, strings.columns[column]),
    ),
  );
  return element('div', { role: 'row', class: 'row header', 'aria-rowindex': '1' }, ...cells);
}

export function fillRow(
  line: HTMLElement,
  row: Row,
  texts: { readonly strings: PageStrings; readonly format: Format },
): void {
  COLUMNS.forEach((column, index) => {
    const cell = line.children[index] as HTMLElement;
    const content = contentOf(column, row.record, texts.format);
    const problem = column === 'name' ? row.problem : null;
    cell.title = typeof content === 'string' ? content : '';
    if (problem === null) cell.replaceChildren(content);
    else cell.replaceChildren(problemMark(problem, texts.strings), content);
  });
}

/** The cell that an event is about. */
export function placeOf(target: EventTarget | null): Place | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const line = cell?.parentElement;
  if (!cell || !line) return undefined;
  return { row: Number(line.dataset['row']), column: [...line.children].indexOf(cell) };
}

/** What the `when` clauses of the native context menu can ask. */
export function contextOf(row: Row, index: number, generation: number): string {
  return JSON.stringify({
    webviewSection: 'row',
    row: index,
    generation,
    taggable: row.untaggable === null,
    preventDefaultContextMenuItems: true,
  });
}

function contentOf(column: Column, record: unknown, format: Format): Node | string {
  switch (column) {
    case 'picture':
      return picture(record);
    case 'tags':
      return chips(format.tags(record));
    case 'params':
      return chips(format.params(record));
    default:
      return format.text(column, record);
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

function picture(record: unknown): HTMLElement {
  const holder = element('span', { class: 'avatar' }, initialsOf(record));
  const source = pictureOf(record);
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
  const rest = all.slice(MOST_CHIPS);
  const list = element('div', { class: 'chips' }, ...shown.map(createChip));
  if (rest.length > 0) {
    const title = rest.map(({ text }) => text).join('\n');
    list.append(createChip({ text: `+${rest.length}`, title }));
  }
  return list;
}

function createChip({ text, title }: Chip): HTMLElement {
  return element('span', { class: 'chip', title }, text);
}
