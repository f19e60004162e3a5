import { element } from './dom.ts';

/** Controls beside each other, as one stop of the Tab key: the arrow keys walk through them. */
export function toolbar(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const bar = element('div', { class: 'toolbar', role: 'toolbar', 'aria-label': label });
  bar.append(...children);
  setStop(bar, controlsOf(bar)[0]);
  bar.addEventListener('focusin', ({ target }) => {
    const control = controlsOf(bar).find((one) => one === target);
    if (control !== undefined) setStop(bar, control);
  });
  bar.addEventListener('keydown', (event) => {
    const to = targetOf(event, controlsOf(bar));
    if (to === undefined) return;
    event.preventDefault();
    to.focus();
  });
  const keepStop = (): void => {
    const controls = controlsOf(bar);
    if (!controls.some(({ tabIndex }) => tabIndex === 0)) setStop(bar, controls[0]);
  };
  const attributeFilter = ['class', 'hidden'];
  new MutationObserver(keepStop).observe(bar, { subtree: true, attributeFilter });
  return bar;
}

/** Those that can be reached now, without what they show beside themselves. */
function controlsOf(bar: HTMLElement): HTMLElement[] {
  const all = [...bar.querySelectorAll<HTMLElement>('button, textarea')];
  return all.filter((one) => one.closest('.popup, [hidden], .absent') === null);
}

function setStop(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const one of bar.querySelectorAll<HTMLElement>('button, textarea')) {
    if (one.closest('.popup') === null) one.tabIndex = one === stop ? 0 : -1;
  }
}

function targetOf(event: KeyboardEvent, controls: readonly HTMLElement[]): HTMLElement | undefined {
  const { key, target } = event;
  const at = controls.indexOf(target as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key];
  if (to === undefined || (target instanceof HTMLTextAreaElement && staysIn(target, key))) {
    return undefined;
  }
  return controls.at(to % controls.length);
}

/** In a field the caret moves first. */
function staysIn(
  { selectionStart, selectionEnd, value }: HTMLTextAreaElement,
  key: string,
): boolean {
  const edge = { ArrowLeft: 0, ArrowRight: value.length }[key];
  return selectionStart !== edge || selectionEnd !== edge;
}
