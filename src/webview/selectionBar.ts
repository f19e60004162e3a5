import type { PageStrings } from '../protocol.ts';
import { element, icon, isLocked, lock, showInPlace } from './dom.ts';
import type { Format } from './format.ts';
import type { Icon } from './icons.ts';

interface BarOptions {
  readonly strings: PageStrings;
  readonly format: Format;
  onAll(): void;
  onNone(): void;
}

/** Selects all that is shown, or nothing. */
export class SelectionBar {
  readonly element: HTMLElement;
  readonly #options: BarOptions;
  readonly #all = button('check-all');
  readonly #none = button('close');

  constructor(options: BarOptions) {
    this.#options = options;
    setLabel(this.#none, options.strings.clearSelection);
    this.#none.title = options.strings.clearSelection;
    this.element = element('div', { class: 'selection' }, this.#none, this.#all);
    this.#all.addEventListener('click', () => {
      if (!isLocked(this.#all)) options.onAll();
    });
    this.#none.addEventListener('click', () => {
      options.onNone();
      this.#all.focus();
    });
  }

  update(shown: number, selected: number): void {
    const { strings, format } = this.#options;
    const label = format.count(strings.selectAll, shown);
    setLabel(this.#all, label);
    lock(this.#all, shown === 0, label);
    showInPlace(this.#none, selected > 0);
  }
}

/** Of its icon and its text one is shown, as there is room. */
function button(codicon: Icon): HTMLButtonElement {
  const text = element('span', { class: 'text' });
  return element('button', { type: 'button', class: 'secondary short' }, icon(codicon), text);
}

function setLabel(target: HTMLButtonElement, label: string): void {
  target.setAttribute('aria-label', label);
  const text = target.querySelector('.text');
  if (text !== null) text.textContent = label;
}
