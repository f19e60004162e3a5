import { element } from './dom.ts';

/** Creates a toolbar that is a single Tab stop. The arrow keys move between its controls. */
export function toolbar(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const attributes = { class: 'toolbar', role: 'toolbar', 'aria-label': label };
  const bar = element('div', attributes, ...children);
  setTabStop(bar, controlsOf(bar)[0]);
  bar.addEventListener('focusin', ({ target }) => {
    const control = controlsOf(bar).find((candidate) => candidate === target);
    if (control !== undefined) setTabStop(bar, control);
  });
  bar.addEventListener('keydown', (event) => {
    const next = nextControl(event, controlsOf(bar));
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  // If the control that was the Tab stop is hidden, the first visible control becomes the Tab stop.
  const ensureTabStop = (): void => {
    const controls = controlsOf(bar);
    if (!controls.some(({ tabIndex }) => tabIndex === 0)) setTabStop(bar, controls[0]);
  };
  const attributeFilter = ['class', 'hidden'];
  new MutationObserver(ensureTabStop).observe(bar, { subtree: true, attributeFilter });
  return bar;
}

/** Returns the controls that can be focused now, without the content of their popups. */
function controlsOf(bar: HTMLElement): HTMLElement[] {
  const candidates = [...bar.querySelectorAll<HTMLElement>('button, textarea')];
  return candidates.filter((control) => control.closest('.popup, [hidden], .absent') === null);
}

function setTabStop(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const control of bar.querySelectorAll<HTMLElement>('button, textarea')) {
    if (control.closest('.popup') === null) control.tabIndex = control === stop ? 0 : -1;
  }
}

function nextControl(
  event: KeyboardEvent,
  controls: readonly HTMLElement[],
): HTMLElement | undefined {
  const { key, target } = event;
  const index = controls.indexOf(target as HTMLElement);
  if (index < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return undefined;
  // The index -1 is the last control.
  const nextIndex = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: -1 }[key];
  if (
    nextIndex === undefined ||
    (target instanceof HTMLTextAreaElement && movesCaret(target, key))
  ) {
    return undefined;
  }
  return controls.at(nextIndex % controls.length);
}

/** At the edge of the text, an arrow key moves to the next control instead. Home and End always move the caret. */
function movesCaret(
  { selectionStart, selectionEnd, value }: HTMLTextAreaElement,
  key: string,
): boolean {
  const edge = { ArrowLeft: 0, ArrowRight: value.length }[key];
  return selectionStart !== edge || selectionEnd !== edge;
}
