import type * as vscode from 'vscode';
import { Emitter } from '../../base/ports.ts';
import type { FileSegment } from '../../catalogue/workspaceFileText.ts';
import type { Bot } from '../../base/model.ts';

/** Segments (named searches for customers) in the workspace files that this window has loaded. */
export class SegmentsInFiles {
  readonly #files = new Map<string, { file: vscode.Uri; segments: readonly FileSegment[] }>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  set(file: vscode.Uri, segments: readonly FileSegment[]): void {
    const key = file.toString();
    const previous = this.#files.get(key)?.segments;
    this.#files.set(key, { file, segments });
    if (JSON.stringify(previous) !== JSON.stringify(segments)) this.#changed.fire();
  }

  clearAll(): void {
    this.#files.clear();
    this.#changed.fire();
  }

  /** Returns the segments of a bot. If several files contain a segment of the same name, the first segment is used. */
  of(bot: Bot): readonly Pick<FileSegment, 'name' | 'text'>[] {
    const segmentsByName = new Map<string, Pick<FileSegment, 'name' | 'text'>>();
    for (const { segments } of this.#files.values()) {
      for (const { name, text } of segments.filter((segment) => belongsTo(segment, bot))) {
        if (!segmentsByName.has(name)) segmentsByName.set(name, { name, text });
      }
    }
    return [...segmentsByName.values()];
  }

  /** Returns the file from which `of` returns the segment. */
  fileOf(bot: Bot, name: string): vscode.Uri | undefined {
    const files = [...this.#files.values()];
    return files.find(({ segments }) => hasSegment(segments, bot, name))?.file;
  }
}

/** Checks whether one of the segments is listed for the bot under this name. */
export function hasSegment(segments: readonly FileSegment[], bot: Bot, name: string): boolean {
  return segments.some((segment) => belongsTo(segment, bot) && segment.name === name);
}

/** Checks whether a segment is listed for a bot. A sandbox never has segments in a file. */
function belongsTo(segment: FileSegment, { kind, baseUrl, botId }: Bot): boolean {
  return kind === 'service' && segment.baseUrl === baseUrl && segment.botId === botId;
}
