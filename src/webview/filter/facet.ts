import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, icon } from '../base/dom.ts';
import { Popup } from '../controls/popup.ts';
import { labelled } from '../base/labelled.ts';

interface FacetOptions {
  readonly label: string;
  readonly strings: Pick<GridStrings, 'removeFilter' | 'labelled'>;
  /** Fills what it shows beside itself. */
  readonly onOpen?: (content: HTMLElement) => void | Promise<void>;
  /** In place of that: something is shown elsewhere. */
  readonly onToggle?: () => void;
  readonly onRemove: () => void;
}

/** A way to narrow the rows: a button that offers the values and, while some are chosen, a chip that can be taken off. */
export class Facet {
  readonly element: HTMLElement;
  readonly #options: FacetOptions;
  readonly #text = element('span', { class: 'text' });
  readonly #button = element('button', { type: 'button', class: 'drop' });
  readonly #remove = element('button', { type: 'button', class: 'icon remove' }, icon('close'));

  constructor(options: FacetOptions) {
    this.#options = options;
    this.#button.append(this.#text, icon('chevron-down'));
    const popup = new Popup({
      ...{ label: options.label, button: this.#button },
      onOpen: (content) => options.onOpen?.(content),
    });
    this.#button.after(this.#remove);
    this.element = popup.element;
    this.#button.addEventListener('click', () => (options.onToggle ?? (() => popup.toggle()))());
    this.#button.addEventListener('keydown', ({ key }) => {
      if ((key === 'Delete' || key === 'Backspace') && !this.#remove.hidden) this.#takeOff();
    });
    this.#remove.addEventListener('click', () => this.#takeOff());
    this.show('');
  }

  /** @param chosen in words; empty: nothing */
  show(chosen: string): void {
    const { label, strings } = this.#options;
    const text = chosen === '' ? label : labelled(strings, label, chosen);
    this.#text.textContent = text;
    this.#button.title = chosen === '' ? '' : text;
    this.element.classList.toggle('active', chosen !== '');
    this.#remove.hidden = chosen === '';
    this.#remove.title = strings.removeFilter.replace('{0}', () => text);
    this.#remove.setAttribute('aria-label', this.#remove.title);
  }

  /** What it shows elsewhere is there, or not. */
  set isOpen(isOpen: boolean) {
    this.#button.setAttribute('aria-expanded', String(isOpen));
  }

  focus(): void {
    this.#button.focus();
  }

  #takeOff(): void {
    this.#button.focus();
    this.#options.onRemove();
  }
}
