import type { ExportFormat } from '../core/exports/exportPlan.ts';
import { datasetSize, placeDataset, removeDataset } from './datasetFolder.ts';
import type { Files } from './files.ts';

/** What a finished export is on the disk: one file, or a folder. A path that ends in `whole` is not in its place yet. */
export interface ResultKind {
  /** Puts it in its place, and removes what it replaces. */
  place(files: Files, whole: string, target: string): Promise<void>;
  /** Permissions of a new one. @param mode those of a new file; `undefined`: the file system has none */
  modeOf(mode: number | undefined): number | undefined;
  /** In bytes. */
  size(files: Files, target: string): Promise<number>;
  /** Removes of what is being converted all that a resumed export cannot go on from. */
  interrupt(files: Files, whole: string): Promise<void>;
  /** Removes all of it. */
  discard(files: Files, whole: string): Promise<void>;
}

const file: ResultKind = {
  place: (files, whole, target) => files.rename(whole, target),
  modeOf: (mode) => mode,
  size: async (files, target) => (await files.look(target))?.size ?? 0,
  interrupt: (files, whole) => files.remove(whole),
  discard: (files, whole) => files.remove(whole),
};

const dataset: ResultKind = {
  place: placeDataset,
  // Whoever may read its files may look into it.
  modeOf: (mode) => (mode === undefined ? undefined : mode | ((mode & 0o444) >> 2)),
  size: datasetSize,
  // Parts that are whole are kept.
  interrupt: () => Promise.resolve(),
  discard: removeDataset,
};

export function resultKindOf(format: ExportFormat): ResultKind {
  return format === 'dataset' ? dataset : file;
}
