import type * as vscode from 'vscode';
import { fieldOf } from '../../base/jsonValues.ts';
import { Emitter } from '../../base/ports.ts';
import type { Bot } from '../../base/model.ts';
import type { SavedSegment } from '../../search/segment.ts';
import type { SegmentsInFiles } from '../../workspaceFile/ui/segmentsInFiles.ts';

type StoredSegment = Pick<SavedSegment, 'name' | 'text'>;

/** Segments that are stored in this window's workspace, by bot. */
export class WindowSegments {
  readonly #memento: vscode.Memento;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  segmentsOf(botKey: string): readonly StoredSegment[] {
    const value: unknown = this.#memento.get(keyOf(botKey));
    return Array.isArray(value) ? value.filter(isStoredSegment) : [];
  }

  save(botKey: string, { name, text }: StoredSegment): Promise<void> {
    const otherSegments = this.segmentsOf(botKey).filter((segment) => segment.name !== name);
    const segments = [...otherSegments, { name, text }];
    return this.#store(
      botKey,
      segments.toSorted((a, b) => a.name.localeCompare(b.name)),
    );
  }

  remove(botKey: string, name: string): Promise<void> {
    return this.#store(
      botKey,
      this.segmentsOf(botKey).filter((segment) => segment.name !== name),
    );
  }

  async removeBot(botKey: string): Promise<void> {
    if (this.segmentsOf(botKey).length > 0) await this.#store(botKey, []);
  }

  async #store(botKey: string, segments: readonly StoredSegment[]): Promise<void> {
    await this.#memento.update(keyOf(botKey), segments.length === 0 ? undefined : segments);
    this.#changed.fire();
  }
}

function isStoredSegment(value: unknown): value is StoredSegment {
  return typeof fieldOf(value, 'name') === 'string' && typeof fieldOf(value, 'text') === 'string';
}

function keyOf(botKey: string): string {
  return `segments.${botKey}`;
}

/** Saved segments of workspace files and of this window, together. */
export class SavedSegments {
  readonly #files: Pick<SegmentsInFiles, 'of' | 'onDidChange'>;
  readonly #window: WindowSegments;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(files: Pick<SegmentsInFiles, 'of' | 'onDidChange'>, window: WindowSegments) {
    this.#files = files;
    this.#window = window;
    files.onDidChange(() => this.#changed.fire());
    window.onDidChange(() => this.#changed.fire());
  }

  /** Segments of workspace files come first. A name may occur twice. Texts are user input and have to be parsed. */
  segmentsOf(bot: Bot): readonly SavedSegment[] {
    return [
      ...this.#files.of(bot).map((segment) => ({ ...segment, from: 'file' as const })),
      ...this.#window
        .segmentsOf(bot.key)
        .map((segment) => ({ ...segment, from: 'window' as const })),
    ];
  }
}
