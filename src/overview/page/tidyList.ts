import * as l10n from '@vscode/l10n';
import { sentences } from '../../base/text.ts';
import {
  type IgnoredKey,
  ignoreKeysOf,
  isGroup,
  type TagFacts,
  tagsToCompare,
  type TidyFinding,
  findTidyFindings,
  withoutIgnored,
} from '../tidyUp.ts';
import { likeNamesInSlices, type LikeGroup } from '../likeNames.ts';
import { element, icon, lock, onClick } from '../../base/page/dom.ts';
import { Card } from './chartCard.ts';
import {
  actionsFor,
  actionText,
  type CountedScope,
  tagCountText,
  tidyReasonText,
  WRITE_ACTIONS,
} from './tidyFinding.ts';
import type { OverviewContext } from './overviewContext.ts';
import { joinedByDots } from './overviewFormat.ts';

interface TidyData {
  readonly facts: readonly TagFacts[];
  /** Customers that were counted. `undefined`: none. */
  readonly scope: CountedScope | undefined;
  readonly ignored: readonly IgnoredKey[];
  /** Reason why the bot is read-only; `null`: the bot can be changed. */
  readonly readOnlyReason: string | null;
}

/** Groups of similar names, and the tags in which they were searched. */
interface SimilarNames {
  readonly facts: readonly TagFacts[];
  readonly groups: readonly LikeGroup<TagFacts>[];
}

/**
 * Maximum number of tags named in the line of a finding. Of more tags, only the number is shown. A group of similar or
 * equal names always names its tags, at most `LIST_STEP`.
 */
const MAX_NAMED = 3;
/** Number of tags that are listed at first, and that "Show More" adds. A larger group also shows its number of tags. */
const LIST_STEP = 50;
const MAX_RARE_BELOW = 1000;

/** List of findings: the tags, the reason, the number of customers, and the offered actions. */
export class TidyList {
  readonly card: Card;
  readonly #context: OverviewContext;
  readonly #onCount: (tagCount: number) => void;
  readonly #list = element('ul', { class: 'tidy' });
  readonly #note = element('p', { class: 'dim' });
  readonly #showIgnoredButton = element('button', {
    type: 'button',
    class: 'link',
    'data-key': 'again',
  });
  /** Keys of the findings whose tags are listed, with the number of listed tags. */
  readonly #listedCounts = new Map<string, number>();
  #shown: TidyData | undefined;
  /** All ignored findings, once the user has changed them in this page. Replaces `#shown.ignored`, which may be older. */
  #ignoredOnPage: readonly IgnoredKey[] | undefined;
  #tagCount = 0;
  #similarSearch = new AbortController();
  #similarNames: SimilarNames | undefined;

  /**
   * @param onCount called with the number of tags to tidy up, after each drawing. Tags whose only problem is an unknown
   *   folder are not counted.
   */
  constructor(context: OverviewContext, onCount: (tagCount: number) => void) {
    this.#context = context;
    this.#onCount = onCount;
    this.#showIgnoredButton.addEventListener('click', () => this.#setIgnored([]));
    const chart = element('div', {}, this.#list, this.#note);
    this.card = new Card(l10n.t('To tidy up'), chart, [
      this.#createThresholdField(),
      this.#showIgnoredButton,
    ]);
    this.card.element.tabIndex = -1;
  }

  /** Draws the list once the similar names are found, which takes a while. */
  show(shown: TidyData): void {
    this.#shown = shown;
    if (shown.facts === this.#similarNames?.facts) this.#draw(shown, this.#similarNames.groups);
    else void this.#findSimilar(shown.facts);
  }

  async #findSimilar(facts: readonly TagFacts[]): Promise<void> {
    this.#similarSearch.abort();
    this.#similarSearch = new AbortController();
    const groups = await likeNamesInSlices(tagsToCompare(facts), this.#similarSearch.signal);
    if (groups === undefined) return;
    this.#similarNames = { facts, groups };
    this.#redraw();
  }

  #draw(shown: TidyData, likeGroups: readonly LikeGroup<TagFacts>[]): void {
    const { facts, scope } = shown;
    const ignored = this.#ignored;
    const { format, viewState } = this.#context;
    const allFindings = findTidyFindings(
      facts,
      scope && { ...scope, rareBelow: viewState.view.rareBelow },
      likeGroups,
    );
    const findings = withoutIgnored(allFindings, ignored);
    const countedFindings = findings.filter(({ reason }) => reason !== 'unplaced');
    this.#tagCount = new Set(countedFindings.flatMap(({ tags }) => tags.map(({ id }) => id))).size;
    this.#onCount(this.#tagCount);
    // Findings are counted and not the ignored keys: a key hides nothing if, for example, its group has a new member.
    const shownFindings = new Set(findings);
    const ignoredCount = allFindings.filter((finding) => !shownFindings.has(finding)).length;
    this.#showIgnoredButton.hidden = ignoredCount === 0;
    this.#showIgnoredButton.textContent = l10n.t('Show Ignored ({0})', format.number(ignoredCount));
    const isPartial = scope !== undefined && !scope.isWhole;
    this.#note.textContent = sentences([
      ...(findings.length === 0 ? [l10n.t('Nothing to tidy up.')] : []),
      ...(isPartial
        ? [
            l10n.t(
              'Not all customers were counted. Therefore, tags that are no longer applied are not listed, and no deletion is suggested. Customers who were not counted can have any of the tags.',
            ),
          ]
        : []),
    ]);
    this.#list.replaceChildren(...findings.map((finding) => this.#createLine(finding)));
  }

  #createLine(finding: TidyFinding): HTMLElement {
    const { format } = this.#context;
    const { reason, tags } = finding;
    const isGrouped = isGroup(reason);
    const isEachNamed = isGrouped || tags.length <= MAX_NAMED;
    const key = `${reason}${isGrouped ? tags.map(({ id }) => id).join() : ''}`;
    const names = isEachNamed
      ? tags.slice(0, LIST_STEP).map((tag) => createChip(tag))
      : [element('b', {}, tagCountText(tags, format))];
    if (isGrouped && tags.length > LIST_STEP) {
      names.unshift(element('b', {}, tagCountText(tags, format)));
      names.push(element('span', {}, '…'));
    }
    const reasonElement = element('span', { class: 'dim' }, this.#reasonText(finding));
    const iconName = reason === 'gone' ? 'error' : 'warning';
    const head = element('div', { class: 'finding' }, icon(iconName));
    head.classList.add(reason);
    const toggle = tags.length > 1 && !isGrouped ? [this.#createToggle(key)] : [];
    const actions = element(
      'div',
      { class: 'acts' },
      ...toggle,
      ...this.#createButtons(finding, key),
    );
    head.append(...names, reasonElement, actions);
    const line = element('li', {}, head);
    const count = this.#listedCounts.get(key);
    if (count !== undefined && tags.length > 1)
      line.append(this.#createTagList(finding, key, count));
    return line;
  }

  #reasonText(finding: TidyFinding): string {
    const { format, viewState } = this.#context;
    const { scope } = this.#shown ?? {};
    return tidyReasonText(finding, { format, scope, rareBelow: viewState.view.rareBelow });
  }

  #createToggle(key: string): HTMLElement {
    const isOpen = this.#listedCounts.has(key);
    const text = isOpen ? l10n.t('Hide Tags') : l10n.t('Show Tags');
    const attributes = { 'aria-expanded': String(isOpen), 'data-key': `open ${key}` };
    return createLink(text, attributes, () => {
      if (isOpen) this.#listedCounts.delete(key);
      else this.#listedCounts.set(key, LIST_STEP);
      this.#redraw();
    });
  }

  #createTagList({ reason, tags }: TidyFinding, key: string, count: number): HTMLElement {
    const { format } = this.#context;
    const list = element('ul', { class: 'members' });
    for (const tag of tags.slice(0, count)) {
      const singleFinding: TidyFinding = { reason, tags: [tag] };
      const facts = element('span', { class: 'dim' }, this.#reasonText(singleFinding));
      const line = element('li', { class: 'finding' }, createChip(tag), facts);
      line.append(
        element(
          'div',
          { class: 'acts' },
          ...this.#createButtons(singleFinding, `${key} ${tag.id}`),
        ),
      );
      list.append(line);
    }
    const remaining = tags.length - count;
    if (remaining > 0) {
      const text = l10n.t('Show More ({0})', format.number(remaining));
      const more = createLink(text, { 'data-key': `more ${key}` }, () => {
        this.#listedCounts.set(key, count + LIST_STEP);
        this.#redraw();
      });
      list.append(element('li', {}, more));
    }
    return list;
  }

  #createButtons(finding: TidyFinding, key: string): readonly HTMLElement[] {
    const { format, host } = this.#context;
    const { scope, readOnlyReason = null } = this.#shown ?? {};
    const ids = finding.tags.map(({ id }) => id);
    const shownNames = finding.tags.slice(0, MAX_NAMED).map(({ name }) => name);
    const namesForScreenReaders = element(
      'span',
      { class: 'hidden-text' },
      ` ${format.list(shownNames)}`,
    );
    const actions = actionsFor(finding, scope?.isWhole === true).map((action) => {
      const button = createLink(actionText(action), { 'data-key': `${action} ${key}` }, () =>
        host.post({ type: 'tags', action, ids }),
      );
      if (readOnlyReason !== null && WRITE_ACTIONS.includes(action))
        lock(button, true, readOnlyReason);
      button.append(namesForScreenReaders.cloneNode(true));
      return button;
    });
    const ignore = createLink(l10n.t('Ignore'), { 'data-key': `ignore ${key}` }, () => {
      this.#setIgnored([...this.#ignored, ...ignoreKeysOf(finding)]);
    });
    ignore.append(namesForScreenReaders);
    return [...actions, ignore];
  }

  get #ignored(): readonly IgnoredKey[] {
    return this.#ignoredOnPage ?? this.#shown?.ignored ?? [];
  }

  /** @param ignored complete list of the ignored findings */
  #setIgnored(ignored: readonly IgnoredKey[]): void {
    this.#context.host.post({ type: 'ignore', ignored: [...ignored] });
    this.#ignoredOnPage = ignored;
    if (this.#shown !== undefined) this.show(this.#shown);
    // The element that had the focus no longer exists.
    this.card.element.focus();
    this.#sayCount();
  }

  #sayCount(): void {
    const { format, announcer } = this.#context;
    const count = l10n.t('{0} tags', format.number(this.#tagCount));
    announcer.say(joinedByDots(l10n.t('To tidy up'), count));
  }

  #createThresholdField(): HTMLElement {
    const { viewState } = this.#context;
    const limits = {
      type: 'number',
      min: '1',
      max: String(MAX_RARE_BELOW),
      value: String(viewState.view.rareBelow),
    };
    const field = element('input', { ...limits, class: 'fewer' });
    field.addEventListener('change', () => {
      const value = field.valueAsNumber;
      if (!Number.isInteger(value) || value < 1 || value > MAX_RARE_BELOW) {
        field.value = String(viewState.view.rareBelow);
        return;
      }
      viewState.change({ rareBelow: value });
      this.#redraw();
      this.#sayCount();
    });
    const [before = '', after = ''] = l10n
      .t('List tags with fewer than {0} customers')
      .split('{0}');
    return element('label', { class: 'dim' }, before, field, after);
  }

  /** Draws the list again, and restores the focus by the key of the focused button. */
  #redraw(): void {
    const focused = document.activeElement as HTMLElement | null;
    const hadFocus = this.#list.contains(focused);
    const key = focused?.dataset['key'];
    if (this.#shown !== undefined) this.show(this.#shown);
    if (!hadFocus) return;
    const buttons = [...this.#list.querySelectorAll('button')];
    (buttons.find((button) => button.dataset['key'] === key) ?? this.card.element).focus();
  }
}

function createChip({ name, path }: TagFacts): HTMLElement {
  return element('span', { class: 'chip', title: path === '' ? name : `${path} / ${name}` }, name);
}

function createLink(text: string, attributes: Record<string, string>, act: () => void) {
  const button = element('button', { type: 'button', class: 'link', ...attributes }, text);
  onClick(button, act);
  return button;
}
