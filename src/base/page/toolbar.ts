import { element } from './dom.ts';

/** Creates a toolbar that is a single Tab stop. The arrow keys move between its controls. */
export function toolbar(label: string, ...children: readonly HTMLElement[]): HTMLElement {
  const bar = element('div', { class: 'toolbar', role: 'toolbar', 'aria-label': label });
  bar.append(...children);
  setStop(bar, controlsOf(bar)[0]);
  bar.addEventListener('focusin', ({ target }) => {
    const control = controlsOf(bar).find((candidate) => candidate === target);
    if (control !== undefined) setStop(bar, control);
  });
  bar.addEventListener('keydown', (event) => {
    const next = targetOf(event, controlsOf(bar));
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  const keepStop = (): void => {
    const controls = controlsOf(bar);
    if (!controls.some(({ tabIndex }) => tabIndex === 0)) setStop(bar, controls[0]);
  };
  const attributeFilter = ['class', 'hidden'];
  new MutationObserver(keepStop).observe(bar, { subtree: true, attributeFilter });
  return bar;
}

/** Returns the controls that can be focused now, without the content of their popups. */
function controlsOf(bar: HTMLElement): HTMLElement[] {
  const candidates = [...bar.querySelectorAll<HTMLElement>('button, textarea')];
  return candidates.filter((control) => control.closest('.popup, [hidden], .absent') === null);
}

function setStop(bar: HTMLElement, stop: HTMLElement | undefined): void {
  for (const control of bar.querySelectorAll<HTMLElement>('button, textarea')) {
    if (control.closest('.popup') === null) control.tabIndex = control === stop ? 0 : -1;
  }
}

function targetOf(event: KeyboardEvent, controls: readonly HTMLElement[]): HTMLElement | undefined {
  const { key, target } = event;
  const at = controls.indexOf(target as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: -1 }[key];
  if (to === undefined || (target instanceof HTMLTextAreaElement && movesCaret(target, key))) {
    return undefined;
  }
  return controls.at(to % controls.length);
}

/** Returns whether the key moves the caret within the text area, before it moves between controls. */
function movesCaret(
  { selectionStart, selectionEnd, value }: HTMLTextAreaElement,
  key: string,
): boolean {
  const edge = { ArrowLeft: 0, ArrowRight: value.length }[key];
  return selectionStart !== edge || selectionEnd !== edge;
}
