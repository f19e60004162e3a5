import type { ShownTag } from '../gridRows.ts';
import type { GridStrings } from '../gridStrings.ts';
import { element, icon, isLocked, lock } from '../../base/page/dom.ts';
import type { Chip } from './format.ts';

interface TagListOptions {
  readonly strings: GridStrings;
  onAttach(): void;
  onDetach(tag: ShownTag): void;
  onTag(tag: ShownTag): void;
}

/** The tags of one customer as chips: each filters, and can be taken off; one more can be attached. */
export class TagList {
  readonly element: HTMLElement;
  readonly #options: TagListOptions;
  readonly #attach: HTMLButtonElement;

  constructor(options: TagListOptions) {
    this.#options = options;
    const { strings } = options;
    this.#attach = element('button', { type: 'button', class: 'quiet' }, strings.attachTag);
    this.#attach.prepend(icon('add'));
    this.#onClick(this.#attach, () => options.onAttach());
    const label = strings.columns.tags;
    this.element = element('div', { class: 'tag-list', role: 'group', 'aria-label': label });
  }

  show(tags: readonly Chip[], untaggable: string | null): void {
    this.element.replaceChildren(...tags.map((tag) => this.#chip(tag)), this.#attach);
    this.lock(untaggable);
  }

  /** @param reason why none can be attached or detached */
  lock(reason: string | null): void {
    for (const button of this.element.querySelectorAll<HTMLButtonElement>('.detach, .quiet')) {
      const label = button === this.#attach ? '' : (button.getAttribute('aria-label') ?? '');
      lock(button, reason !== null, reason ?? label);
    }
  }

  #chip(chip: Chip): HTMLElement {
    const { strings } = this.#options;
    const { id, text } = chip;
    if (id === '') return element('span', { class: 'chip' }, text);
    const tag = { id, name: text };
    const name = element('button', { type: 'button', class: 'name' }, text);
    name.title = [chip.title(), strings.showTag].join('\n');
    this.#onClick(name, () => this.#options.onTag(tag));
    const label = strings.detach.replace('{0}', () => text);
    const attributes = { type: 'button', class: 'icon detach', 'aria-label': label };
    const detach = element('button', attributes, icon('close'));
    this.#onClick(detach, () => this.#options.onDetach(tag));
    return element('span', { class: 'chip' }, name, detach);
  }

  #onClick(button: HTMLButtonElement, act: () => void): void {
    button.addEventListener('click', () => {
      if (!isLocked(button)) act();
    });
  }
}
