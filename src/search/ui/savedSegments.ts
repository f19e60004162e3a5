import { Emitter, type Event } from '../../base/emitter.ts';
import type { Bot } from '../../base/model.ts';
import type { SavedSegment } from '../segment.ts';
import type { WindowSegments } from './windowSegments.ts';

/** The segments of the workspace files that are loaded. */
export interface FileSegments {
  segmentsOf(bot: Bot): readonly Pick<SavedSegment, 'name' | 'text'>[];
  readonly onDidChangeSegments: Event<unknown>;
}

/** The segments that have a name, wherever they are kept. */
export class SavedSegments {
  readonly #files: FileSegments;
  readonly #window: WindowSegments;
  readonly #changed = new Emitter<void>();
  /** Any bot's. */
  readonly onDidChange = this.#changed.event;

  constructor(files: FileSegments, window: WindowSegments) {
    this.#files = files;
    this.#window = window;
    files.onDidChangeSegments(() => this.#changed.fire());
    window.onDidChange(() => this.#changed.fire());
  }

  /** Those of the workspace's files first; a name may be in both. Their texts were typed by somebody: parse them. */
  segmentsOf(bot: Bot): readonly SavedSegment[] {
    return [
      ...this.#files.segmentsOf(bot).map((one) => ({ ...one, from: 'file' as const })),
      ...this.#window.of(bot.key).map((one) => ({ ...one, from: 'window' as const })),
    ];
  }
}
