import type { Disposable } from '../../base/emitter.ts';
import type { FilterTag } from '../gridRows.ts';
import type { GridPage } from './gridPage.ts';
import type { PanelSegments, PanelState } from './panelParts.ts';

/** Delay in ms before changed names of tags and folders are sent. A scan changes many, which are sent together. */
const SEND_DELAY_MS = 500;

/** Search that replaces the search in the grid. */
export type SearchToShow =
  | { readonly type: 'showTags'; readonly tags: readonly FilterTag[] }
  | { readonly type: 'showSegment'; readonly text: string };

/** Sends to the grid: searches to show, the vocabulary (names of tags and folders for searches), and saved segments. */
export class GridFeed {
  readonly #panel: PanelState;
  readonly #page: Pick<GridPage, 'post'>;
  readonly #segments: PanelSegments;
  readonly #reportErrors: (step: () => Promise<void>) => Promise<void>;
  readonly #listeners: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  /** Whether the vocabulary was sent or could not be read. The grid needs it to decide whether a tag name is unique. */
  #hasVocabulary = false;
  #sentVocabulary = '';
  #pendingSearch: SearchToShow | undefined;

  /** @param reportErrors called to run a step, whose error is shown to the user */
  constructor(
    panel: PanelState,
    page: Pick<GridPage, 'post'>,
    segments: PanelSegments,
    reportErrors: (step: () => Promise<void>) => Promise<void>,
  ) {
    this.#panel = panel;
    this.#page = page;
    this.#segments = segments;
    this.#reportErrors = reportErrors;
    this.#listeners = [
      segments.onDidChange(() => this.#sendSaved()),
      segments.onDidChangeNames((bot) => {
        if (bot === panel.bot.key) {
          this.#timer ??= setTimeout(() => this.#sendVocabulary(), SEND_DELAY_MS);
        }
      }),
    ];
  }

  /** Sends everything to a new grid. */
  start(): void {
    this.#isReady = true;
    this.#sentVocabulary = '';
    this.#hasVocabulary = false;
    this.#sendSaved();
    this.#sendVocabulary();
  }

  /** Stops sending until `start` is called. The grid no longer exists. */
  stop(): void {
    this.#isReady = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Replaces the search of the grid, as soon as the grid is ready. */
  show(search: SearchToShow): void {
    this.#pendingSearch = search;
    this.#showPending();
  }

  dispose(): void {
    this.stop();
    for (const listener of this.#listeners) listener.dispose();
  }

  #showPending(): void {
    if (!this.#isReady || !this.#hasVocabulary || this.#pendingSearch === undefined) return;
    this.#page.post({ generation: this.#panel.generation, ...this.#pendingSearch });
    this.#pendingSearch = undefined;
  }

  #sendSaved(): void {
    if (!this.#isReady) return;
    this.#page.post({ type: 'segments', saved: this.#segments.savedOf(this.#panel.bot) });
  }

  #sendVocabulary(): void {
    this.#timer = undefined;
    void this.#reportErrors(async () => {
      try {
        const vocabulary = await this.#segments.vocabularyOf(this.#panel.bot);
        const vocabularyJson = JSON.stringify(vocabulary);
        if (!this.#isReady || vocabularyJson === this.#sentVocabulary) return;
        this.#sentVocabulary = vocabularyJson;
        this.#page.post({ type: 'vocabulary', vocabulary });
      } finally {
        this.#hasVocabulary = true;
        this.#showPending();
      }
    });
  }
}
