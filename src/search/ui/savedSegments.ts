import type * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Bot } from '../../base/model.ts';
import type { SavedSegment } from '../segment.ts';

const PREFIX = 'segments.';

type Kept = Pick<SavedSegment, 'name' | 'text'>;

/** The segments that are kept with this window's workspace, by bot. */
export class WindowSegments {
  readonly #memento: vscode.Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(botKey: string): readonly Kept[] {
    return this.#at(keyOf(botKey));
  }

  /** Segments of all bots. */
  all(): readonly Kept[] {
    const keys = this.#memento.keys().filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => this.#at(key));
  }

  /** In place of the one of that name. */
  save(botKey: string, { name, text }: Kept): Promise<void> {
    const others = this.of(botKey).filter((one) => one.name !== name);
    const all = [...others, { name, text }];
    return this.#keep(
      botKey,
      all.toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  }

  remove(botKey: string, name: string): Promise<void> {
    return this.#keep(
      botKey,
      this.of(botKey).filter((one) => one.name !== name),
    );
  }

  /** The bot has left the list. */
  async forget(botKey: string): Promise<void> {
    if (this.of(botKey).length > 0) await this.#keep(botKey, []);
  }

  #at(key: string): readonly Kept[] {
    const kept: unknown = this.#memento.get(key);
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  }

  async #keep(botKey: string, all: readonly Kept[]): Promise<void> {
    await this.#memento.update(keyOf(botKey), all.length === 0 ? undefined : all);
    this.#changed.fire();
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { name, text } = value as Partial<Kept>;
  return typeof name === 'string' && typeof text === 'string';
}

function keyOf(botKey: string): string {
  return PREFIX + botKey;
}

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
