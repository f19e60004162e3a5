import type { Choosable } from '../../search/choosable.ts';
import type { ParsedSegment } from '../../search/parseSegment.ts';
import type { Segment } from '../../search/segment.ts';
import type { Subject } from '../../search/textParts.ts';
import type { GridStrings } from '../gridStrings.ts';
import { element, icon } from '../../base/page/dom.ts';
import type { Format } from './format.ts';
import type { Icon } from '../../base/page/icons.ts';
import { Popup } from '../../base/page/popup.ts';
import type { SearchNames } from './searchNames.ts';

/** Menu beside the search box. */
export interface SearchMenu {
  readonly element: HTMLElement;
  /** Field that the menu searches for. */
  readonly subject: Subject;
}

/** Services of the search bar for its menus. */
export interface MenuParts {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly names: SearchNames;
  /** Returns the current search. */
  readonly read: () => ParsedSegment;
  /** Adds a choice to the search, or removes it. */
  readonly onToggle: (subject: Subject, choice: Choosable) => void;
  /** Replaces all choices of a subject. */
  readonly onSet: (subject: Subject, conditions: readonly Segment[]) => void;
}

/** Creates a button that opens a menu below itself. The menu shows a note instead while the search cannot be parsed. */
export function menuButton(
  label: string,
  symbol: Icon,
  { strings, read }: Pick<MenuParts, 'strings' | 'read'>,
  onOpen: (content: HTMLElement) => void | Promise<void>,
): HTMLElement {
  const sign = icon(symbol);
  sign.classList.add('symbol');
  const text = element('span', { class: 'text' }, label);
  const attributes = { type: 'button', class: 'drop', title: label };
  const button = element('button', attributes, sign, text, icon('chevron-down'));
  const popup = new Popup({
    label,
    button,
    onOpen: (content) => {
      if (read().problem === undefined) return onOpen(content);
      content.replaceChildren(element('p', {}, strings.unreadable));
    },
  });
  button.addEventListener('click', () => popup.toggle());
  return popup.element;
}
