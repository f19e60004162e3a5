import type { Disposable } from '../../base/ports.ts';
import type { FilterTag } from '../gridRows.ts';
import { vocabularyOf } from '../vocabularyOf.ts';
import type { GridPage } from './gridPage.ts';
import type { PanelParts, PanelState } from './panelParts.ts';

/** Delay in ms before changed names of tags and folders are sent. A scan changes many, which are sent together. */
const SEND_DELAY_MS = 500;

/** Search that replaces the search in the grid. */
export type SearchToShow =
  | { readonly type: 'showTags'; readonly tags: readonly FilterTag[] }
  | { readonly type: 'showSegment'; readonly text: string };

type Services = Pick<PanelParts, 'segments'> & {
  readonly catalogue: Pick<PanelParts['catalogue'], 'namedItems' | 'onDidChange'>;
};

/** Sends to the grid: searches to show, the vocabulary (names of tags and folders for searches), and saved segments. */
export class GridFeed {
  readonly #panel: PanelState;
  readonly #page: Pick<GridPage, 'isReady' | 'post'>;
  readonly #services: Services;
  readonly #reportErrors: (step: () => void) => Promise<void>;
  readonly #listeners: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  /** Vocabulary that the current grid has, as JSON. */
  #sentVocabulary = '';
  #pendingSearch: SearchToShow | undefined;

  /** @param reportErrors called to run a step, whose error is shown to the user */
  constructor(
    panel: PanelState,
    page: Pick<GridPage, 'isReady' | 'post'>,
    services: Services,
    reportErrors: (step: () => void) => Promise<void>,
  ) {
    this.#panel = panel;
    this.#page = page;
    this.#services = services;
    this.#reportErrors = reportErrors;
    this.#listeners = [
      services.segments.onDidChange(() => this.#sendSaved()),
      services.catalogue.onDidChange((changes) => {
        if (page.isReady && changes.some(({ bot }) => bot === panel.bot.key)) {
          this.#timer ??= setTimeout(() => this.#sendVocabulary(), SEND_DELAY_MS);
        }
      }),
    ];
  }

  /** Sends everything to a new grid. Tags to show come last: the grid needs the names to decide which are unique. */
  start(): void {
    this.#sentVocabulary = '';
    this.#sendSaved();
    this.#sendVocabulary();
    this.#showPending();
  }

  /** Drops a pending update of the vocabulary. The grid no longer exists, and a new one gets everything by `start`. */
  stop(): void {
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
    if (!this.#page.isReady || this.#pendingSearch === undefined) return;
    this.#page.post({ generation: this.#panel.generation, ...this.#pendingSearch });
    this.#pendingSearch = undefined;
  }

  #sendSaved(): void {
    const saved = this.#services.segments.segmentsOf(this.#panel.bot);
    this.#page.post({ type: 'segments', saved });
  }

  #sendVocabulary(): void {
    this.#timer = undefined;
    void this.#reportErrors(() => {
      const vocabulary = vocabularyOf(this.#services.catalogue, this.#panel.bot.key);
      const vocabularyJson = JSON.stringify(vocabulary);
      if (vocabularyJson === this.#sentVocabulary) return;
      this.#sentVocabulary = vocabularyJson;
      this.#page.post({ type: 'vocabulary', vocabulary });
    });
  }
}
