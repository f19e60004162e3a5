import * as l10n from '@vscode/l10n';
import type { SavedSegment } from '../../search/segment.ts';
import { element, iconButton, lock, onClick } from '../../base/page/dom.ts';
import { Popup } from '../../base/page/popup.ts';
import type { PageContext } from './pageContext.ts';
import type { SearchBox } from './searchBox.ts';

/** Menu that saves the search as a segment, and lists the saved segments. */
export class SavedMenu {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #box: SearchBox;
  readonly #popup: Popup;
  #saved: readonly SavedSegment[] = [];
  /** Content of the menu, once it was opened. */
  #content: HTMLElement | undefined;

  constructor(context: PageContext, box: SearchBox) {
    this.#context = context;
    this.#box = box;
    const title = l10n.t('Segments');
    const opener = iconButton('star-empty', title, () => this.#popup.toggle());
    this.#popup = new Popup(title, opener, (content) => {
      this.#content = content;
      this.#fill();
      content.querySelector('button')?.focus();
    });
    this.element = this.#popup.element;
  }

  showSaved(saved: readonly SavedSegment[]): void {
    this.#saved = saved;
    this.#fill();
  }

  /** Search to save; empty if there is none, or it cannot be parsed. */
  get #textToSave(): string {
    return this.#box.parsed.problem === undefined ? this.#box.text.trim() : '';
  }

  #fill(): void {
    if (this.#content === undefined) return;
    const { panel } = this.#context;
    const saveButton = element(
      'button',
      { type: 'button', class: 'quiet' },
      l10n.t('Save as Segment…'),
    );
    onClick(saveButton, () => {
      this.#popup.leave();
      panel.post({ type: 'saveSegment', text: this.#textToSave });
    });
    lock(saveButton, this.#textToSave === '');
    this.#content.replaceChildren(
      saveButton,
      ...this.#saved.map((segment) => this.#createLine(segment)),
    );
  }

  #createLine(segment: SavedSegment): HTMLElement {
    const { panel, actions } = this.#context;
    const { name, text, from } = segment;
    const pickButton = element(
      'button',
      { type: 'button', class: 'quiet saved', title: text },
      element('span', { class: 'text' }, name),
    );
    if (from === 'file')
      pickButton.append(element('span', { class: 'detail' }, l10n.t('in bot-tags.jsonc')));
    pickButton.addEventListener('click', () => {
      this.#popup.leave();
      actions.replaceSearch(text);
    });
    const removeButton = iconButton('close', l10n.t('Remove "{0}"', name), () => {
      this.#popup.leave();
      panel.post({ type: 'removeSegment', name, from });
    });
    return element('div', { class: 'column-line' }, pickButton, removeButton);
  }
}
