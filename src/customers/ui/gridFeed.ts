import type { Disposable } from '../../base/emitter.ts';
import type { Bot } from '../../base/model.ts';
import type { GridMessage, PanelMessage } from '../gridMessages.ts';
import type { ShownTag } from '../gridRows.ts';
import type { PanelSegments } from './panelParts.ts';

/** Changes of the list that come within this time are told together, ms: a scan makes many. */
const TELL_AFTER = 500;

type SegmentVerb = Extract<GridMessage, { type: 'saveSegment' | 'removeSegment' }>;

/** Search that replaces the one in the grid. */
export type Wanted =
  | { readonly type: 'showTags'; readonly tags: readonly ShownTag[] }
  | { readonly type: 'showSegment'; readonly text: string };

interface FeedParts {
  readonly bot: () => Bot;
  readonly generation: () => number;
  readonly segments: PanelSegments;
  readonly post: (message: PanelMessage) => void;
  readonly guard: (step: () => Promise<void>) => Promise<void>;
}

/** Sends the grid searches of other views, the names that searches may use, and the saved segments. */
export class GridFeed {
  readonly #parts: FeedParts;
  readonly #listening: readonly Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  /** Whether the vocabulary was sent, or could not be read. The grid needs it to see whether a tag name is unique. */
  #isNamed = false;
  /** What the grid knows, as JSON. */
  #told = '';
  /** Search to send once the grid is ready. */
  #wanted: Wanted | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
    const { segments } = parts;
    this.#listening = [
      segments.onDidChange(() => this.#tellSaved()),
      segments.onDidChangeNames((bot) => {
        if (bot === parts.bot().key) this.#timer ??= setTimeout(() => this.#tell(), TELL_AFTER);
      }),
    ];
  }

  /** The grid is new, and knows nothing. */
  start(): void {
    this.#isReady = true;
    this.#told = '';
    this.#isNamed = false;
    this.#tellSaved();
    this.#tell();
  }

  /** The grid is there no more, until `start`. */
  stop(): void {
    this.#isReady = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** A page that is on its way does so when it is there. */
  show(wanted: Wanted): void {
    this.#wanted = wanted;
    this.#showWanted();
  }

  async handle(message: SegmentVerb): Promise<void> {
    const { bot, segments } = this.#parts;
    if (message.type === 'saveSegment') return segments.save(bot(), message.text);
    return segments.remove(bot(), message.name, message.from);
  }

  dispose(): void {
    this.stop();
    for (const one of this.#listening) one.dispose();
  }

  #showWanted(): void {
    const { generation, post } = this.#parts;
    if (!this.#isReady || !this.#isNamed || this.#wanted === undefined) return;
    post({ generation: generation(), ...this.#wanted });
    this.#wanted = undefined;
  }

  #tellSaved(): void {
    const { bot, segments, post } = this.#parts;
    if (this.#isReady) post({ type: 'segments', saved: segments.savedOf(bot()) });
  }

  #tell(): void {
    this.#timer = undefined;
    const { bot, segments, post, guard } = this.#parts;
    void guard(async () => {
      try {
        const vocabulary = await segments.vocabularyOf(bot());
        const text = JSON.stringify(vocabulary);
        if (!this.#isReady || text === this.#told) return;
        this.#told = text;
        post({ type: 'vocabulary', vocabulary });
      } finally {
        this.#isNamed = true;
        this.#showWanted();
      }
    });
  }
}
