import type { Disposable } from '../../base/emitter.ts';
import type { Bot } from '../../base/model.ts';
import type { PanelMessage } from '../gridMessages.ts';
import type { FilterTag } from '../gridRows.ts';
import type { PanelSegments } from './panelParts.ts';

/** Delay in ms before a changed vocabulary is sent. A scan changes many names, which are sent together. */
const SEND_DELAY_MS = 500;

/** Search that replaces the search in the grid. */
export type SearchToShow =
  | { readonly type: 'showTags'; readonly tags: readonly FilterTag[] }
  | { readonly type: 'showSegment'; readonly text: string };

interface FeedNeeds {
  readonly bot: () => Bot;
  /** Returns the number of the last reset of the grid. The grid ignores messages with another number. */
  readonly generation: () => number;
  readonly segments: PanelSegments;
  readonly post: (message: PanelMessage) => void;
  /** Runs a step, and shows its error to the user. */
  readonly reportErrors: (step: () => Promise<void>) => Promise<void>;
}

/** Sends the grid searches to show, the vocabulary (names of tags and folders for searches), and the saved segments. */
export class GridFeed {
  readonly #services: FeedNeeds;
  readonly #listeners: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  /** Whether the vocabulary was sent or could not be read. The grid needs it to decide whether a tag name is unique. */
  #hasVocabulary = false;
  #sentVocabulary = '';
  #pendingSearch: SearchToShow | undefined;

  constructor(services: FeedNeeds) {
    this.#services = services;
    const { segments } = services;
    this.#listeners = [
      segments.onDidChange(() => this.#sendSaved()),
      segments.onDidChangeNames((bot) => {
        if (bot === services.bot().key) {
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
    const { generation, post } = this.#services;
    if (!this.#isReady || !this.#hasVocabulary || this.#pendingSearch === undefined) return;
    post({ generation: generation(), ...this.#pendingSearch });
    this.#pendingSearch = undefined;
  }

  #sendSaved(): void {
    const { bot, segments, post } = this.#services;
    if (this.#isReady) post({ type: 'segments', saved: segments.savedOf(bot()) });
  }

  #sendVocabulary(): void {
    this.#timer = undefined;
    const { bot, segments, post, reportErrors } = this.#services;
    void reportErrors(async () => {
      try {
        const vocabulary = await segments.vocabularyOf(bot());
        const vocabularyJson = JSON.stringify(vocabulary);
        if (!this.#isReady || vocabularyJson === this.#sentVocabulary) return;
        this.#sentVocabulary = vocabularyJson;
        post({ type: 'vocabulary', vocabulary });
      } finally {
        this.#hasVocabulary = true;
        this.#showPending();
      }
    });
  }
}
