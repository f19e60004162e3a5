import type { SegmentChoices } from '../../segments/completionsAt.ts';
import type { Segment } from '../../segments/segment.ts';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { element } from '../base/dom.ts';
import { checkbox } from '../controls/popup.ts';
import { segmentOf, treeOf, type Group, type Item, type Join, type Row } from './builderTree.ts';
import { conditionFields } from './conditionFields.ts';
import { newCondition, subjectOf, SUBJECTS, type Subject } from './conditionKinds.ts';
import { button, select } from './controls.ts';

interface BuilderOptions {
  readonly strings: SegmentStrings;
  readonly choices: () => SegmentChoices;
  /** The person changed it. */
  readonly onSegment: (segment: Segment | undefined) => void;
}

/** What of the builder has the focus after it was drawn anew. */
interface Target {
  readonly item: Item;
  /** Which of its controls; absent: the first one. */
  readonly key?: string;
}

/** The same segment as groups of conditions, which can be chosen from and nested. */
export class Builder {
  readonly element: HTMLElement;
  readonly #options: BuilderOptions;
  readonly #elements = new Map<Item, HTMLElement>();
  #root: Group = treeOf(undefined);

  constructor(options: BuilderOptions) {
    this.#options = options;
    const attributes = { class: 'builder', role: 'group', 'aria-label': options.strings.builder };
    this.element = element('div', attributes);
  }

  /** @param segment `undefined`: everybody */
  show(segment: Segment | undefined): void {
    this.#root = treeOf(segment);
    this.#draw();
  }

  /** The text cannot be read: what the builder had is not what is typed. */
  showBroken(): void {
    this.element.replaceChildren(element('p', { class: 'hint' }, this.#options.strings.broken));
  }

  focus(): void {
    this.element.querySelector<HTMLElement>('select, button')?.focus();
  }

  #draw(target?: Target): void {
    this.#elements.clear();
    this.element.replaceChildren(this.#group(this.#root, undefined, '1'));
    if (target === undefined) return;
    const own = this.#elements.get(target.item);
    const wanted = target.key === undefined ? 'select' : `[data-key=${target.key}]`;
    own?.querySelector<HTMLElement>(wanted)?.focus();
  }

  #changed(target?: Target): void {
    if (target !== undefined) this.#draw(target);
    this.#options.onSegment(segmentOf(this.#root));
  }

  /** @param number as `2.1`: the first in the second */
  #group(group: Group, parent: Group | undefined, number: string): HTMLElement {
    const { strings } = this.#options;
    const joins = Object.entries(strings.joins);
    const join = select(strings.joinLabel, joins, group.join, (chosen) => {
      group.join = chosen as Join;
      this.#changed();
    });
    const head = element('div', { class: 'group-head' }, join);
    const label = strings.group.replace('{0}', number);
    if (parent !== undefined) head.append(this.#remove(strings.removeGroup, parent, group));
    const lines = group.items.map((item, index) => {
      const own = parent === undefined ? String(index + 1) : `${number}.${index + 1}`;
      return item.kind === 'group' ? this.#group(item, group, own) : this.#row(item, group, own);
    });
    const add = (text: string, make: () => Item): HTMLElement =>
      button(text, undefined, () => {
        const item = make();
        group.items.push(item);
        this.#changed({ item });
      });
    const row = (): Row => ({ kind: 'row', isNot: false, condition: newCondition('tag') });
    const addRow = add(strings.addCondition, row);
    addRow.dataset['key'] = 'add';
    const feet = element(
      'div',
      { class: 'group-feet' },
      addRow,
      add(strings.addGroup, () => ({ kind: 'group', join: 'any', items: [row()] })),
    );
    const made = element(
      'div',
      { class: 'group', role: 'group', 'aria-label': label },
      ...[head, ...lines, feet],
    );
    this.#elements.set(group, made);
    return made;
  }

  #row(row: Row, parent: Group, number: string): HTMLElement {
    const { strings, choices } = this.#options;
    const not = checkbox(strings.not, row.isNot, (isNot) => {
      row.isNot = isNot;
      this.#changed();
    });
    const subjects = SUBJECTS.map((one) => [one, strings.subjects[one] ?? one] as const);
    const subject = select(strings.subject, subjects, subjectOf(row.condition), (chosen) => {
      row.condition = newCondition(chosen as Subject);
      this.#changed({ item: row });
    });
    const fields = conditionFields(row.condition, {
      ...{ strings, choices },
      set: (condition, isOther = false) => {
        row.condition = condition;
        const key = (document.activeElement as HTMLElement | null)?.dataset['key'];
        this.#changed(isOther ? { item: row, ...(key === undefined ? {} : { key }) } : undefined);
      },
    });
    const label = strings.condition.replace('{0}', number);
    const made = element(
      'div',
      { class: 'condition', role: 'group', 'aria-label': label },
      ...[not, subject, ...fields, this.#remove(strings.removeCondition, parent, row)],
    );
    this.#elements.set(row, made);
    return made;
  }

  /** The focus goes on to what comes next, or to where something can be added. */
  #remove(text: string, parent: Group, item: Item): HTMLElement {
    return button(text, 'close', () => {
      const at = parent.items.indexOf(item);
      parent.items.splice(at, 1);
      const next = parent.items[at] ?? parent.items[at - 1];
      this.#changed(next === undefined ? { item: parent, key: 'add' } : { item: next });
    });
  }
}
