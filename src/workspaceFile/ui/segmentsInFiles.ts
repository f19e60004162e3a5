import type * as vscode from 'vscode';
import { Emitter } from '../../base/emitter.ts';
import type { FileSegment } from '../../catalogue/workspaceFileText.ts';
import type { Bot } from '../../base/model.ts';

/** Segments of a file, which was loaded just now. */
export interface LoadedSegments {
  /** Address of the file. */
  readonly file: string;
  readonly segments: readonly FileSegment[];
}

/** The segments of the files that this window has loaded. */
export class SegmentsInFiles {
  readonly #files = new Map<string, { file: vscode.Uri; segments: readonly FileSegment[] }>();
  readonly #changed = new Emitter<LoadedSegments | undefined>();
  /** Reports the file, or `undefined` when all files were forgotten. */
  readonly onDidChange = this.#changed.event;

  take(file: vscode.Uri, segments: readonly FileSegment[]): void {
    const key = file.toString();
    const before = this.#files.get(key)?.segments;
    this.#files.set(key, { file, segments });
    if (JSON.stringify(before) !== JSON.stringify(segments))
      this.#changed.fire({ file: key, segments });
  }

  forgetAll(): void {
    this.#files.clear();
    this.#changed.fire(undefined);
  }

  /** Of each name the first. */
  of(bot: Bot): readonly Pick<FileSegment, 'name' | 'text'>[] {
    const found = new Map<string, Pick<FileSegment, 'name' | 'text'>>();
    for (const { segments } of this.#files.values()) {
      for (const { name, text } of segments.filter((one) => isOf(one, bot))) {
        if (!found.has(name)) found.set(name, { name, text });
      }
    }
    return [...found.values()];
  }

  /** The file that `of` has it from. */
  fileOf(bot: Bot, name: string): vscode.Uri | undefined {
    const all = [...this.#files.values()];
    return all.find(({ segments }) => segments.some((one) => isOf(one, bot) && one.name === name))
      ?.file;
  }

  /** Whether this file has it. */
  has(file: vscode.Uri, bot: Bot, name: string): boolean {
    const segments = this.#files.get(file.toString())?.segments ?? [];
    return segments.some((one) => isOf(one, bot) && one.name === name);
  }
}

function isOf(segment: FileSegment, { kind, baseUrl, botId }: Bot): boolean {
  return kind === 'service' && segment.baseUrl === baseUrl && segment.botId === botId;
}
