import * as l10n from '@vscode/l10n';
import { expandSegments, unknownNames } from '../../search/segmentNames.ts';
import { parseSegment, type ParsedSegment } from '../../search/parseSegment.ts';
import { problemText, unusableText } from '../../search/problem.ts';
import type { SavedSegment, Vocabulary } from '../../search/segment.ts';
import { alternativesOf, alternativeTexts, withAlternatives } from '../../search/textParts.ts';
import type { PanelMessage } from '../gridMessages.ts';
import type { FilterTag } from '../gridRows.ts';
import { element, icon, iconButton, setText, showInPlace } from '../../base/page/dom.ts';
import type { PageContext } from './pageContext.ts';
import { type SearchMenu, TimeMenu, ValueMenu } from './searchMenus.ts';
import type { RowView } from './rowView.ts';
import { SavedMenu } from './savedMenu.ts';
import { SearchBox, searchHasErrorText } from './searchBox.ts';
import { SearchNames } from './searchNames.ts';
import { describeSearch } from './searchWords.ts';
import type { ShownView } from './viewState.ts';

/** Debounce of the search while the user types, in ms. */
const SEARCH_DELAY_MS = 40;
/** Delay before an error is shown while the user types, in ms. */
const ERROR_DELAY_MS = 600;
const MESSAGE_ID = 'search-message';
const DESCRIPTION_ID = 'search-words';

/** Search of the loaded customers: a text box, and menus that write into it. */
export class SearchBar {
  readonly element: HTMLElement;
  /** Row below the bar with an error, or with unknown names. Hidden if there is none. */
  readonly message = element('div', {
    class: 'search-message',
    id: MESSAGE_ID,
    role: 'status',
    'aria-live': 'off',
  });
  readonly names: SearchNames;
  readonly #context: PageContext;
  readonly #rows: RowView;
  readonly #box: SearchBox;
  readonly #description = element('span', { class: 'hidden-text', id: DESCRIPTION_ID });
  readonly #count = element('span', { class: 'search-count' });
  readonly #clear: HTMLButtonElement;
  readonly #segmentMenu: SavedMenu;
  readonly #menus: readonly SearchMenu[];
  /** Search of the displayed rows. Differs from the box while its text has a syntax error. */
  #appliedSearch = '';
  /** Conditions that menus and charts wrote. Only these may be kept on disk: typed text may contain customer data. */
  readonly #menuConditions = new Set<string>();
  #searchTimer: ReturnType<typeof setTimeout> | undefined;
  #errorTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param rows row view. It resolves names in searches, so it gets the tags, the folders and the saved segments. */
  constructor(context: PageContext, rows: RowView) {
    this.#context = context;
    this.#rows = rows;
    this.names = new SearchNames(rows.index);
    const onInput = (): void => this.#onInput();
    const onEnter = (): void => this.apply();
    this.#box = new SearchBox(this.names, onInput, onEnter);
    this.#box.describedBy = `${DESCRIPTION_ID} ${MESSAGE_ID}`;
    this.#segmentMenu = new SavedMenu(context, this.#box);
    this.#clear = iconButton('close', l10n.t('Clear Search'), () => this.clear());
    const facetNames = ['tag', 'status', 'platform'] as const;
    this.#menus = [
      ...facetNames.map((name) => new ValueMenu(context, this.#box, name)),
      new TimeMenu(context, this.#box),
    ];
    const boxParts = [this.#box.element, this.#count, this.#segmentMenu.element, this.#clear];
    this.element = element(
      'div',
      { class: 'search' },
      element('div', { class: 'search-box' }, ...boxParts),
      ...this.#menus.map((menu) => menu.element),
      this.#description,
    );
    this.message.hidden = true;
    this.#showState();
  }

  /** Text of the box. It may have a syntax error. */
  get text(): string {
    return this.#box.text;
  }

  get #parsed(): ParsedSegment {
    return this.#box.parsed;
  }

  focus(): void {
    this.#box.focus();
  }

  clear(): void {
    this.change(() => '');
    this.#box.focus();
  }

  /** Searches immediately for the text of the box, unless it has a syntax error. */
  apply(): void {
    clearTimeout(this.#searchTimer);
    const search = this.text.trim();
    if (this.#parsed.problem === undefined && search !== this.#appliedSearch)
      this.#applySearch(search);
  }

  /** Shows a stored search without applying it again. */
  show({ search, chosen }: ShownView): void {
    for (const condition of conditionsOf(chosen)) this.#menuConditions.add(condition);
    if (search === this.#appliedSearch) return;
    clearTimeout(this.#searchTimer);
    this.#appliedSearch = search;
    this.#box.show(search);
    this.#showState();
  }

  /** Changes the text as the user chose in a menu or chart. */
  change(edit: (text: string) => string): void {
    const previousConditions = new Set(conditionsOf(this.text));
    const text = edit(this.text).trim();
    for (const condition of conditionsOf(text)) {
      if (!previousConditions.has(condition)) this.#menuConditions.add(condition);
    }
    this.#writeAndApply(text);
  }

  /** Replaces the whole text. If the text cannot be parsed, all customers are shown. */
  replaceText(text: string): void {
    this.#writeAndApply(text.trim());
    if (this.#parsed.problem !== undefined) this.#applySearch('');
    void this.#loadNames();
  }

  /** Replaces the search as a command or another view requested. A text with a syntax error is shown as well. */
  showRequested(request: Extract<PanelMessage, { type: 'showTags' | 'showSegment' }>): void {
    if (request.type === 'showSegment') return this.replaceText(request.text);
    this.names.addTags(request.tags);
    const conditions = request.tags.map(({ id }) => this.names.tagChoice(id).condition);
    this.change(() => withAlternatives('', 'tags', conditions));
  }

  /** Searches for a tag instead of the tags in the current search. Keeps the other conditions. */
  async searchTag(tag: FilterTag): Promise<void> {
    if (this.#parsed.problem !== undefined) {
      return this.#showMessage(searchHasErrorText(), 'warning');
    }
    this.names.addTags([tag]);
    // Other tags of loaded customers may have the same name.
    await this.names.load();
    const { condition } = this.names.tagChoice(tag.id);
    this.change((text) => withAlternatives(text, 'tags', [condition]));
  }

  onRowsChanged(): void {
    this.names.invalidate();
    // New rows may have a name that was unknown. Loading the values for every page would be slow.
    if (!this.message.hidden) void this.#loadNames();
  }

  /** Sets the saved segments that a search may name. */
  setSaved(saved: readonly SavedSegment[]): void {
    this.#segmentMenu.showSaved(saved);
    this.names.saved = saved;
    this.#rows.segments = saved;
    this.#showState();
  }

  /** Sets the tags and folders that a search may name. */
  setVocabulary(vocabulary: Vocabulary): void {
    this.names.vocabulary = vocabulary;
    this.#rows.vocabulary = vocabulary;
    this.#showState();
  }

  /** Shows the number of matching rows, unless there is no search or its text has an error. */
  showCount(): void {
    const { format, store } = this.#context;
    const { matchingCount } = this.#rows;
    const isCounted = matchingCount !== undefined && this.#parsed.problem === undefined;
    const text = isCounted
      ? l10n.t('{0} of {1} loaded', format.number(matchingCount), format.number(store.count))
      : '';
    setText(this.#count, text);
  }

  async #loadNames(): Promise<void> {
    const previousFacets = this.names.facets;
    await this.names.load();
    if (this.names.facets === previousFacets) return;
    this.#box.refreshSuggestions();
    this.#showState();
  }

  #onInput(): void {
    this.#showState();
    clearTimeout(this.#searchTimer);
    this.#searchTimer = setTimeout(() => {
      this.apply();
      // Runs after the search, which must not wait for the names.
      void this.#loadNames();
    }, SEARCH_DELAY_MS);
  }

  #writeAndApply(text: string): void {
    // The space completes the last condition, so that Backspace removes all of it.
    this.#box.write(text === '' ? '' : `${text} `);
    this.#showState();
    this.apply();
  }

  #applySearch(search: string): void {
    this.#appliedSearch = search;
    const { parts = [] } = parseSegment(search);
    const chosen = parts
      .filter((part) => alternativeTexts(part).every((text) => this.#menuConditions.has(text)))
      .map(({ start, end }) => search.slice(start, end))
      .join(' ');
    this.#context.actions.filterRows(search, chosen);
  }

  /** Updates everything that depends on the text: buttons, description and messages. */
  #showState(): void {
    clearTimeout(this.#errorTimer);
    const parsed = this.#parsed;
    showInPlace(this.#clear, this.text !== '');
    for (const menu of this.#menus) {
      menu.element.classList.toggle('active', alternativesOf(parsed, menu.subject).length > 0);
    }
    this.#describe(parsed);
    if (parsed.problem === undefined) return this.#showMessage(this.#unknownText(parsed), 'info');
    this.#count.textContent = '';
    const error = problemText(l10n, this.text, parsed.problem);
    if (!this.message.hidden) this.#showMessage(error, 'warning');
    else this.#errorTimer = setTimeout(() => this.#showMessage(error, 'warning'), ERROR_DELAY_MS);
  }

  #describe({ segment }: ParsedSegment): void {
    const { columnTitles, format, locale } = this.#context;
    const nameOfTag = (id: string): string | undefined => this.names.nameOfTag(id);
    const texts = { columnTitles, format, locale, nameOfTag };
    const description = segment === undefined ? '' : describeSearch(segment, texts);
    this.#description.textContent = description;
    this.#box.title = description;
  }

  /** @param text message; empty: hides the message */
  #showMessage(text: string, kind: 'info' | 'warning'): void {
    if (this.message.textContent === text) return;
    this.message.classList.toggle('error', kind === 'warning');
    this.message.hidden = text === '';
    this.message.replaceChildren(...(text === '' ? [] : [icon(kind), text]));
    if (text !== '') this.#context.announcer.say(text);
  }

  /** Returns a message about tags, folders and segments that do not exist; empty if all of them exist. */
  #unknownText({ segment }: ParsedSegment): string {
    const { vocabulary, saved, seenTags, facets } = this.names;
    if (segment === undefined) return '';
    const { unusable } = expandSegments(this.text, saved);
    if (unusable.length > 0) {
      return unusableText(l10n, unusable);
    }
    // The values of the loaded customers are not known yet, so any tag may be on one of these customers.
    if (facets === undefined) return '';
    const unknownTexts = unknownNames(segment, vocabulary, seenTags)
      // If the list of tags is cut off, a tag that is not in it may be on a loaded customer, so only folders are reported.
      .filter(({ by }) => facets.tag.omittedCount === 0 || by === 'folder' || by === 'folderid')
      .map(({ by, value }) => `${by}:${value}`);
    if (unknownTexts.length === 0) return '';
    return l10n.t(
      'These tags or folders were found neither in the list of bots and tags nor on any loaded customer: {0}',
      unknownTexts.join(l10n.t(', ')),
    );
  }
}

/** Returns the canonical texts of the conditions of a search. Each alternative of an `or` is a separate text. */
function conditionsOf(search: string): readonly string[] {
  return (parseSegment(search).parts ?? []).flatMap(alternativeTexts);
}
