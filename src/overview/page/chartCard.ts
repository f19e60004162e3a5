import { element } from '../../base/page/dom.ts';

/** Number of created cards, for unique element IDs. */
let cardCount = 0;

/** Card with a chart and its title. */
export class Card {
  readonly element: HTMLElement;
  readonly #hint = element('span', { class: 'dim' });

  constructor(title: string, chart: HTMLElement, controls: readonly HTMLElement[]) {
    const id = `card${cardCount++}`;
    const titles = element('div', { class: 'titles' }, element('h2', { id }, title), this.#hint);
    const tools = element('div', { class: 'tools' }, ...controls);
    const head = element('div', { class: 'card-head' }, titles, tools);
    const attributes = { class: 'card', 'aria-labelledby': id };
    this.element = element('section', attributes, head, chart);
  }

  /** Shows a hint beside the title. */
  showHint(hint: string): void {
    this.#hint.textContent = hint;
  }
}

/** Hidden from screen readers, because the number is next to the bar. */
export function bar(part: number, whole: number): HTMLElement {
  const barElement = element('span', { class: 'bar', 'aria-hidden': 'true' });
  if (part === 0) return barElement;
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${percent(part, whole)}%`;
  barElement.append(fill);
  return barElement;
}

/** Returns a percentage. A share above 0 is at least 1%, so that it is visible. */
export function percent(part: number, whole: number): number {
  return part === 0 || whole === 0 ? 0 : Math.max(1, (part / whole) * 100);
}

/**
 * Implements roving focus: Tab reaches one button of a chart, the up and down keys move between lines, and the left and
 * right keys move within a line. Must be called again after the buttons have changed.
 */
export function rove(container: HTMLElement, lineSelector: string): void {
  const buttons = [...container.querySelectorAll('button')];
  const hasFocus = buttons.some((button) => button === document.activeElement);
  for (const [index, button] of buttons.entries()) {
    // If no button has the focus, Tab reaches the first button.
    const isReached = hasFocus ? button === document.activeElement : index === 0;
    button.tabIndex = isReached ? 0 : -1;
  }
  if (container.dataset['roves'] !== undefined) return;
  container.dataset['roves'] = lineSelector;
  container.addEventListener('keydown', (event) => onKey(container, lineSelector, event));
  container.addEventListener('focusin', ({ target }) => {
    for (const button of container.querySelectorAll('button')) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
}

function onKey(container: HTMLElement, lineSelector: string, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey) return;
  const lines = [...container.querySelectorAll(lineSelector)]
    .map((lineElement) => [...lineElement.querySelectorAll('button')])
    .filter((buttons) => buttons.length > 0);
  const row = lines.findIndex((buttons) => buttons.includes(target as HTMLButtonElement));
  const column = lines[row]?.indexOf(target as HTMLButtonElement) ?? 0;
  // Home and End move between lines, or within the line if there is only one.
  const destinations: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    Home: lines.length > 1 ? [0, column] : [0, 0],
    End: lines.length > 1 ? [lines.length - 1, column] : [0, (lines[0]?.length ?? 1) - 1],
  };
  const destination = Object.hasOwn(destinations, key) ? destinations[key] : undefined;
  if (destination === undefined || row < 0) return;
  event.preventDefault();
  const [toRow, toColumn] = destination;
  const targetButtons = lines[toRow];
  // If another line is shorter, its last button gets the focus. At the ends of a line, the focus stays.
  (toRow === row
    ? targetButtons?.[toColumn]
    : (targetButtons?.[toColumn] ?? targetButtons?.at(-1))
  )?.focus();
}
