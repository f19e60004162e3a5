import type { Choosable } from '../../segments/choosable.ts';
import { missingSegments } from '../../segments/expanded.ts';
import { parseSegment, type ParsedSegment } from '../../segments/parseSegment.ts';
import { problemText } from '../../segments/problemText.ts';
import type { SavedSegment, Segment, Vocabulary } from '../../segments/segment.ts';
import { chosenIn, withAlternatives, withToggled, type Subject } from '../../segments/textParts.ts';
import { unknownNames } from '../../segments/unknownNames.ts';
import type { GridMessage, PanelMessage } from '../../surface/gridMessages.ts';
import type { ShownTag } from '../../surface/gridRows.ts';
import type { GridStrings } from '../../surface/gridStrings.ts';
import { element, icon, showInPlace } from '../base/dom.ts';
import type { Format } from '../base/format.ts';
import { button } from './controls.ts';
import { SavedMenu } from './savedMenu.ts';
import { SearchBox, type ReadText } from './searchBox.ts';
import { SearchNames, type LoadedValues } from './searchNames.ts';
import { searchWords } from './searchWords.ts';
import { TimeMenu } from './timeMenu.ts';
import { ValueMenu } from './valueMenu.ts';

/** ms after the last key before the rows are searched. */
const TYPING = 40;
/** ms after the last key before somebody is told that what is half typed cannot be read. */
const PATIENCE = 600;
const MESSAGE = 'search-message';
const WORDS = 'search-words';

/** A search, and as much of it as menus and charts wrote. */
interface Search {
  readonly search: string;
  readonly chosen: string;
}

interface BarOptions {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly locale: string;
  /** Told what names mean. */
  readonly rows: {
    readonly index: { values(): Promise<LoadedValues> };
    vocabulary: Vocabulary;
    segments: readonly SavedSegment[];
  };
  /** Other rows are to be shown. */
  readonly onSearch: (search: Search) => void;
  /** What is wrong with the text, or unknown in it: to who cannot see it. */
  readonly onSaid: (text: string) => void;
  readonly panel: { post(message: GridMessage): void };
}

/** Which of the loaded customers are shown: one text, and menus that write into it. */
export class SearchBar {
  readonly element: HTMLElement;
  /** Says what is wrong with the text; in a row of its own. */
  readonly message = element('div', {
    ...{ class: 'search-message', id: MESSAGE, role: 'status', 'aria-live': 'off' },
  });
  readonly names: SearchNames;
  readonly #options: BarOptions;
  readonly #box: SearchBox;
  readonly #words = element('span', { class: 'hidden-text', id: WORDS });
  readonly #count = element('span', { class: 'search-count' });
  readonly #clear: HTMLButtonElement;
  readonly #saved: SavedMenu;
  readonly #menus: readonly { readonly element: HTMLElement; mark(): void }[];
  /** What the rows are narrowed to. */
  #applied = '';
  /** What menus and charts wrote: it may be kept on disk. */
  readonly #written = new Set<string>();
  #typing: ReturnType<typeof setTimeout> | undefined;
  #telling: ReturnType<typeof setTimeout> | undefined;

  constructor(options: BarOptions) {
    this.#options = options;
    const { strings, format } = options;
    this.names = new SearchNames(() => options.rows.index.values());
    this.#box = new SearchBox({
      ...{ strings: strings.search, describedBy: `${WORDS} ${MESSAGE}` },
      choices: () => this.names.choices,
      onText: () => this.#onText(),
      onEnter: () => this.#apply(),
    });
    this.#saved = new SavedMenu({
      strings: strings.search,
      text: () => (this.#read.parsed.problem === undefined ? this.#read.text.trim() : ''),
      onSave: (text) => options.panel.post({ type: 'saveSegment', text }),
      onPick: ({ text }) => this.#take(text),
      onRemove: ({ name, from }) => options.panel.post({ type: 'removeSegment', name, from }),
    });
    this.#clear = button(strings.search.clear, 'close', () => this.clear());
    const parts = {
      ...{ strings, format, names: this.names },
      read: () => this.#read.parsed,
      values: async () => (await options.rows.index.values()).facets,
      onToggle: (subject: Subject, choice: Choosable) =>
        this.change((text) => withToggled(text, subject, choice)),
      onSet: (subject: Subject, conditions: readonly Segment[]) =>
        this.change((text) => withAlternatives(text, subject, conditions)),
    };
    const values = (['tag', 'status', 'platform'] as const).map(
      (name) => new ValueMenu(name, parts),
    );
    this.#menus = [...values, new TimeMenu(parts)];
    const inBox = [this.#count, this.#saved.element, this.#clear];
    this.element = element(
      'div',
      { class: 'search' },
      element('div', { class: 'search-box' }, this.#box.element, ...inBox),
      ...this.#menus.map((menu) => menu.element),
      this.#words,
    );
    this.message.hidden = true;
    this.#showRead();
  }

  /** As it stands there, whether or not it can be read. */
  get text(): string {
    return this.#read.text;
  }

  get #read(): ReadText {
    return this.#box.read;
  }

  focus(): void {
    this.#box.focus();
  }

  clear(): void {
    this.change(() => '');
    this.#box.focus();
  }

  /** What was shown before. */
  show({ search, chosen }: Search): void {
    for (const one of chosenIn(parseSegment(chosen))) this.#written.add(one);
    if (search === this.#applied) return;
    clearTimeout(this.#typing);
    this.#applied = search;
    this.#box.show(search);
    this.#showRead();
  }

  /** Writes into the text what somebody chose elsewhere. */
  change(edit: (text: string) => string): void {
    const before = new Set(chosenIn(this.#read.parsed));
    const text = edit(this.#read.text).trim();
    for (const one of chosenIn(parseSegment(text))) if (!before.has(one)) this.#written.add(one);
    this.#write(text);
  }

  /** Whom others want to see, in place of what was searched for. A text that cannot be read is shown all the same. */
  showWanted(wanted: Extract<PanelMessage, { type: 'showTags' | 'showSegment' }>): void {
    if (wanted.type === 'showSegment') return this.#take(wanted.text);
    this.names.name(wanted.tags);
    const conditions = wanted.tags.map(({ id }) => this.names.tag(id).condition);
    this.change(() => withAlternatives('', 'tags', conditions));
  }

  /** Who has it, among those that the rest of the search finds. */
  async addTag(tag: ShownTag): Promise<void> {
    if (this.#read.parsed.problem !== undefined) {
      return this.#say(this.#options.strings.unreadable, 'warning');
    }
    this.names.name([tag]);
    await this.names.learn();
    const { condition } = this.names.tag(tag.id);
    this.change((text) => withAlternatives(text, 'tags', [condition]));
  }

  /** Other rows are loaded now. */
  forgetNames(): void {
    this.names.forget();
    if (this.#read.text !== '') void this.#learn();
  }

  /** @returns whether the message was about the names in searches, and of segments */
  take(message: PanelMessage): boolean {
    if (message.type === 'segments') {
      this.#saved.take(message.saved);
      this.names.saved = message.saved;
      this.#options.rows.segments = message.saved;
      this.#showRead();
    } else if (message.type === 'vocabulary') {
      this.names.vocabulary = message.vocabulary;
      this.#options.rows.vocabulary = message.vocabulary;
      this.#showRead();
    } else return false;
    return true;
  }

  /** @param matching `undefined`: nothing is searched for, or it is not known yet */
  showCount(matching: number | undefined, loaded: number): void {
    const { format, strings } = this.#options;
    const isSearched = matching !== undefined && this.#read.parsed.problem === undefined;
    const text = isSearched ? format.count(strings.matching, matching, loaded) : '';
    if (this.#count.textContent !== text) this.#count.textContent = text;
  }

  async #learn(): Promise<void> {
    await this.names.learn();
    this.#showRead();
  }

  #onText(): void {
    this.#showRead();
    if (!this.names.isLearnt) void this.#learn();
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#apply(), TYPING);
  }

  /** In place of all that stands there. What cannot be read searches for everybody until it can. */
  #take(text: string): void {
    this.#write(text.trim());
    void this.#learn();
    if (this.#read.parsed.problem !== undefined) this.#searchFor('');
  }

  #write(text: string): void {
    // The space ends the last condition.
    this.#box.write(text === '' ? '' : `${text} `);
    this.#showRead();
    this.#apply();
  }

  /** What cannot be read leaves the rows as they are. */
  #apply(): void {
    clearTimeout(this.#typing);
    const { text, parsed } = this.#read;
    if (parsed.problem === undefined && text.trim() !== this.#applied) {
      this.#searchFor(text.trim(), parsed);
    }
  }

  #searchFor(search: string, parsed: ParsedSegment = { tokens: [] }): void {
    this.#applied = search;
    const kept = (parsed.parts ?? []).filter(({ segment }) =>
      chosenIn({ parts: [{ segment }] }).every((one) => this.#written.has(one)),
    );
    const { text } = this.#read;
    const chosen = kept.map(({ start, end }) => text.slice(start, end)).join(' ');
    this.#options.onSearch({ search, chosen });
  }

  #showRead(): void {
    clearTimeout(this.#telling);
    const { text, parsed } = this.#read;
    const { strings } = this.#options;
    showInPlace(this.#clear, text !== '');
    for (const menu of this.#menus) menu.mark();
    this.#showWords(parsed.segment);
    if (parsed.problem === undefined) return this.#say(this.#unknown(), 'info');
    this.#count.textContent = '';
    const what = problemText(strings.search.problems, text, parsed.problem);
    if (this.message.textContent !== '') this.#say(what, 'warning');
    else this.#telling = setTimeout(() => this.#say(what, 'warning'), PATIENCE);
  }

  #showWords(segment: Segment | undefined): void {
    const { strings, format, locale } = this.#options;
    const nameOf = (id: string): string | undefined => this.names.nameOf(id);
    const texts = { strings, format, locale, nameOf };
    const words = segment === undefined ? '' : searchWords(segment, texts);
    this.#words.textContent = words;
    this.#box.title = words;
  }

  #say(text: string, kind: 'info' | 'warning'): void {
    if (this.message.textContent === text) return;
    this.message.classList.toggle('error', kind === 'warning');
    this.message.hidden = text === '';
    this.message.replaceChildren(...(text === '' ? [] : [icon(kind), text]));
    if (text !== '') this.#options.onSaid(text);
  }

  #unknown(): string {
    const { segment } = this.#read.parsed;
    if (segment === undefined || !this.names.isLearnt) return '';
    const { vocabulary, saved, seen, isSeenWhole } = this.names;
    const unknown = unknownNames(segment, vocabulary, seen)
      // A tag that is not listed may be on a customer all the same.
      .filter(({ by }) => isSeenWhole || by === 'folder' || by === 'folderid')
      .map(({ by, value }) => `${by}:${value}`);
    const missing = missingSegments(segment, saved).map((name) => `segment:${name}`);
    if (unknown.length + missing.length === 0) return '';
    const { strings } = this.#options;
    const names = [...unknown, ...missing].join(strings.comma);
    return strings.search.unknown.replace('{0}', () => names);
  }
}
