/**
 * Lets Tab come to one of the buttons of a chart, and arrows go on from there: up and down from line to line, left and
 * right within one. To be called again when the buttons are others.
 * @param line selector of what is a line
 */
export function rove(container: HTMLElement, line: string): void {
  const buttons = [...container.querySelectorAll('button')];
  const isHere = buttons.some((button) => button === document.activeElement);
  for (const [at, button] of buttons.entries()) {
    button.tabIndex = (isHere ? button === document.activeElement : at === 0) ? 0 : -1;
  }
  if (container.dataset['roves'] !== undefined) return;
  container.dataset['roves'] = line;
  container.addEventListener('keydown', (event) => onKey(container, line, event));
  container.addEventListener('focusin', ({ target }) => {
    for (const button of container.querySelectorAll('button')) {
      button.tabIndex = button === target ? 0 : -1;
    }
  });
}

function onKey(container: HTMLElement, line: string, event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (ctrlKey || metaKey || altKey) return;
  const lines = [...container.querySelectorAll(line)]
    .map((one) => [...one.querySelectorAll('button')])
    .filter((one) => one.length > 0);
  const row = lines.findIndex((one) => one.includes(target as HTMLButtonElement));
  const column = lines[row]?.indexOf(target as HTMLButtonElement) ?? 0;
  const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, column + 1],
    ArrowLeft: [row, column - 1],
    Home: lines.length > 1 ? [0, column] : [0, 0],
    End: lines.length > 1 ? [lines.length - 1, column] : [0, (lines[0]?.length ?? 1) - 1],
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || row < 0) return;
  event.preventDefault();
  const [toRow, toColumn] = step;
  const there = lines[toRow];
  (toRow === row ? there?.[toColumn] : (there?.[toColumn] ?? there?.at(-1)))?.focus();
}
