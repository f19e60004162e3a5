import * as l10n from '@vscode/l10n';
import { element, icon } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';
import { localTime } from '../../base/text.ts';
import { checkbox, Popup } from '../../base/page/popup.ts';
import type { FacetList, FacetName } from '../../search/index/indexMessages.ts';
import type { ValueCount } from '../../search/index/segmentIndex.ts';
import type { Segment, When } from '../../search/segment.ts';
import {
  alternativesOf,
  type Choosable,
  isSame,
  type Subject,
  valueChoice,
  withAlternatives,
  withToggled,
} from '../../search/textParts.ts';
import { recordValue } from '../../search/words.ts';
import type { PageContext } from './pageContext.ts';
import { type SearchBox, searchHasErrorText } from './searchBox.ts';

/** Menu below a button, which changes the conditions of the search on one subject. */
export abstract class SearchMenu {
  readonly element: HTMLElement;
  /** Field that the menu searches for. */
  abstract readonly subject: Subject;
  protected readonly context: PageContext;
  protected readonly box: SearchBox;

  constructor(context: PageContext, box: SearchBox, label: string, iconName: Icon) {
    this.context = context;
    this.box = box;
    const iconElement = icon(iconName);
    iconElement.classList.add('symbol');
    const text = element('span', { class: 'text' }, label);
    const attributes = { type: 'button', class: 'drop', title: label };
    const opener = element('button', attributes, iconElement, text, icon('chevron-down'));
    const popup = new Popup(label, opener, (content) => {
      if (box.parsed.problem === undefined) return this.fill(content);
      content.replaceChildren(element('p', {}, searchHasErrorText()));
    });
    opener.addEventListener('click', () => popup.toggle());
    this.element = popup.element;
  }

  /** Conditions of the search on the subject, of which a customer must meet any. */
  protected get conditions(): readonly Segment[] {
    return alternativesOf(this.box.parsed, this.subject);
  }

  /** Fills the empty content each time the menu opens, unless the search has a syntax error. */
  protected abstract fill(content: HTMLElement): void | Promise<void>;

  /** Replaces all conditions on the subject. */
  protected replaceConditions(conditions: readonly Segment[]): void {
    const { actions } = this.context;
    actions.changeSearch((text) => withAlternatives(text, this.subject, conditions));
  }
}

/** Ages of the last interaction that have a button, in days. */
const PRESET_DAYS = [1, 7, 30, 90];

/** Menu of the last interaction: a field for each bound, and a button for each preset. */
export class TimeMenu extends SearchMenu {
  readonly subject = 'active';

  constructor(context: PageContext, box: SearchBox) {
    super(context, box, l10n.t('Active'), 'history');
  }

  protected fill(content: HTMLElement): void {
    const presets = PRESET_DAYS.map((days) => this.#createPreset(days, content));
    content.replaceChildren(
      this.#createField(l10n.t('From'), '>='),
      this.#createField(l10n.t('To'), '<='),
      element('div', { class: 'presets' }, ...presets),
    );
    content.querySelector('input')?.focus();
  }

  #createPreset(days: number, content: HTMLElement): HTMLElement {
    const { format } = this.context;
    const text =
      days === 1 ? l10n.t('The last 24 hours') : l10n.t('The last {0} days', format.number(days));
    const operand = { kind: 'age', amount: days, unit: 'd' } as const;
    const condition: Segment = activeCondition({ comparison: '<', operand });
    const isChosen = this.conditions.some((chosen) => isSame(chosen, condition));
    const attributes = { type: 'button', class: 'secondary', 'aria-pressed': String(isChosen) };
    const preset = element('button', attributes, text);
    preset.addEventListener('click', () => {
      this.replaceConditions(isChosen ? [] : [condition]);
      this.fill(content);
    });
    return preset;
  }

  #createField(label: string, comparison: '>=' | '<='): HTMLElement {
    const input = element('input', { type: 'datetime-local' });
    const bound = this.#bounds().find(({ when }) => when.comparison === comparison);
    input.value = bound === undefined ? '' : fieldText(bound.when);
    input.addEventListener('change', () => {
      // The new value replaces an age and the bound of this field. The bound of the other field is kept. The first
      // character distinguishes the fields: `>` and `>=` are the same bound.
      const otherBounds = this.#bounds().filter(
        ({ when }) => when.operand.kind !== 'age' && when.comparison[0] !== comparison[0],
      );
      const time = input.value;
      const ownBound =
        time === '' ? [] : [activeCondition({ comparison, operand: { kind: 'time', time } })];
      const parts =
        comparison === '>=' ? [...ownBound, ...otherBounds] : [...otherBounds, ...ownBound];
      this.replaceConditions(parts.length > 1 ? [{ kind: 'and', parts }] : parts);
    });
    return element('label', { class: 'labeled-input' }, element('span', {}, label), input);
  }

  /** Returns the bounds that must all hold. Empty if the search has alternatives. */
  #bounds(): readonly TimeCondition[] {
    const [first, second] = this.conditions;
    if (first === undefined || second !== undefined) return [];
    const bounds = first.kind === 'and' ? first.parts : [first];
    return bounds.filter((bound) => bound.kind === 'time');
  }
}

type TimeCondition = Extract<Segment, { kind: 'time' }>;

function activeCondition(when: When): TimeCondition {
  return { kind: 'time', field: 'active', when };
}

/** Returns local time to the minute for a `datetime-local` field, such as `2026-11-22T05:48`; `''` for an age. */
function fieldText({ comparison, operand }: When): string {
  if (operand.kind === 'age') return '';
  if (operand.kind === 'day') return `${operand.day}T${comparison === '>=' ? '00:00' : '23:59'}`;
  const isUtc = operand.time.endsWith('Z');
  return (isUtc ? localTime(new Date(operand.time).getTime()) : operand.time).slice(
    0,
    'YYYY-MM-DDTHH:MM'.length,
  );
}

/** Maximum number of values that are shown at the same time. Typing shows others. */
const MAX_SHOWN = 200;

const SUBJECTS = { status: 'status', platform: 'platform', tag: 'tags' } as const;
const ICON_NAMES = { status: 'circle-filled', platform: 'comment', tag: 'tag' } as const;
const NO_VALUES: FacetList = { values: [], omittedCount: 0 };

type Value = Pick<ValueCount, 'key' | 'count'>;

/** Menu of the values of a field. The values in the search are checked. */
export class ValueMenu extends SearchMenu {
  readonly subject: 'status' | 'platform' | 'tags';
  readonly #name: FacetName;

  constructor(context: PageContext, box: SearchBox, name: FacetName) {
    super(context, box, titleOf(name), ICON_NAMES[name]);
    this.#name = name;
    this.subject = SUBJECTS[name];
  }

  protected async fill(content: HTMLElement): Promise<void> {
    const { format } = this.context;
    const { names } = this.box;
    await names.load();
    const { values, omittedCount } = names.facets?.[this.#name] ?? NO_VALUES;
    const allValues = [...this.#choicesWithoutCustomers(values), ...values];
    const list = element('div', { class: 'values' });
    const fillList = (typed: string): void => {
      const query = typed.trim().toLowerCase();
      const matchingValues = allValues.filter(({ key }) =>
        `${this.#labelOf(key)}\n${key}`.toLowerCase().includes(query),
      );
      const boxes = matchingValues.slice(0, MAX_SHOWN).map((value) => this.#createCheckbox(value));
      if (omittedCount > 0)
        boxes.push(
          element(
            'p',
            {},
            l10n.t(
              '{0} more tags are not listed. To find a tag, type "tag:" followed by the name of the tag.',
              format.number(omittedCount),
            ),
          ),
        );
      list.replaceChildren(...(boxes.length > 0 ? boxes : [l10n.t('No values')]));
    };
    fillList('');
    content.replaceChildren(...(this.#name === 'tag' ? [this.#createFinder(fillList)] : []), list);
    content.querySelector('input')?.focus();
  }

  /** Returns the chosen values that no loaded customer has, so that the user can uncheck them. */
  #choicesWithoutCustomers(values: readonly Value[]): readonly Value[] {
    const choices = values.map(({ key }) => this.#choiceOf(key));
    return this.conditions
      .filter((condition) => !choices.some((choice) => choice.matches(condition)))
      .map((condition) => ({ key: this.#keyOf(condition), count: 0 }));
  }

  /** Returns the key of the value that a condition chooses; `''` for customers without a value. */
  #keyOf(condition: Segment): string {
    if (condition.kind === 'field') return recordValue(condition.field, condition.value);
    if (condition.kind !== 'tag') return '';
    if (condition.by === 'tagid') return condition.value;
    const { tags } = this.box.names.choices;
    return tags.find(({ name }) => name === condition.value)?.id ?? condition.value;
  }

  #choiceOf(key: string): Choosable {
    return this.#name === 'tag' ? this.box.names.tagChoice(key) : valueChoice(this.#name, key);
  }

  #labelOf(key: string): string {
    const { format } = this.context;
    if (key === '') return l10n.t('(none)');
    return this.#name === 'tag'
      ? (this.box.names.nameOfTag(key) ?? key)
      : format.value(this.#name, key);
  }

  #createFinder(onText: (text: string) => void): HTMLElement {
    const label = l10n.t('Find a tag');
    const input = element('input', { type: 'search', placeholder: label, 'aria-label': label });
    input.addEventListener('input', () => onText(input.value));
    return input;
  }

  #createCheckbox({ key, count }: Value): HTMLElement {
    const choice = this.#choiceOf(key);
    const { format, actions } = this.context;
    const isChosen = this.conditions.some((condition) => choice.matches(condition));
    const label = checkbox(this.#labelOf(key), isChosen, () =>
      actions.changeSearch((text) => withToggled(text, this.subject, choice)),
    );
    label.append(element('span', { class: 'count' }, format.number(count)));
    if (this.#name === 'tag') label.title = key;
    return label;
  }
}

function titleOf(name: FacetName): string {
  const titles: Record<FacetName, string> = {
    status: l10n.t('Status'),
    platform: l10n.t('Platform'),
    tag: l10n.t('Tag'),
  };
  return titles[name];
}
