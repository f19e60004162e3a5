import { join } from 'node:path';
import { ExportError } from '../core/exports/exportErrors.ts';
import { codeOf, type Files } from './files.ts';

export const MANIFEST = 'manifest.json';

/** Says of a manifest that an export has written it. */
export const DATASET_KIND = 'bot-tag-explorer-dataset';

const OWN = /^(?:_?part-\d{5,}\.parquet|_?manifest\.json)$/;
const FINAL = /^(?:part-\d{5,}\.parquet|manifest\.json)$/;

/** What systems put into folders that somebody looks at. */
const SYSTEMS: readonly string[] = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];

export function partName(index: number): string {
  return `part-${String(index).padStart(5, '0')}.parquet`;
}

/** Of a file until it is whole: engines pass over what begins so. */
export function unfinishedName(name: string): string {
  return `_${name}`;
}

/** @returns `foreign`: there is something in it that no finished dataset has, which nobody may remove */
export async function datasetIn(
  files: Files,
  folder: string,
): Promise<'empty' | 'dataset' | 'foreign'> {
  const names = (await files.list(folder)).filter((name) => !SYSTEMS.includes(name));
  if (names.length === 0) return 'empty';
  const isDataset = names.every((name) => FINAL.test(name)) && names.includes(MANIFEST);
  return isDataset && (await isManifest(files, join(folder, MANIFEST))) ? 'dataset' : 'foreign';
}

/**
 * Puts the whole dataset in its place, and removes what it replaces. Throws `ExportError` and removes nothing when
 * there is something else by now.
 */
export async function placeDataset(files: Files, whole: string, target: string): Promise<void> {
  const there = await files.look(target);
  if (there !== undefined) {
    await requireRoom(files, target, there.isFolder);
    await removeDataset(files, target);
  }
  await files.rename(whole, target);
}

/** Throws `ExportError` unless there is nothing in the folder, or a finished dataset. */
export async function requireRoom(
  files: Files,
  target: string,
  isFolder: boolean,
): Promise<'empty' | 'dataset'> {
  const found = isFolder ? await datasetIn(files, target) : 'foreign';
  if (found === 'foreign') throw new ExportError({ kind: 'other-folder' }, target);
  return found;
}

/** The manifest last: until then it tells that the rest is an export's. A folder that is not there is fine. */
export async function removeDataset(files: Files, folder: string): Promise<void> {
  if ((await files.look(folder)) === undefined) return;
  const names = await files.list(folder);
  const isOwn = (name: string): boolean => OWN.test(name) || SYSTEMS.includes(name);
  const parts = names.filter((name) => isOwn(name) && name !== MANIFEST);
  for (const name of [...parts, MANIFEST]) await files.remove(join(folder, name));
  try {
    await files.removeFolder(folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    throw new ExportError({ kind: 'in-the-way', path: folder }, folder);
  }
}

/** Bytes of all its files. */
export async function datasetSize(files: Files, folder: string): Promise<number> {
  let size = 0;
  for (const name of await files.list(folder)) {
    size += (await files.look(join(folder, name)))?.size ?? 0;
  }
  return size;
}

async function isManifest(files: Files, path: string): Promise<boolean> {
  try {
    const value: unknown = JSON.parse(await files.readText(path));
    return (
      typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === DATASET_KIND
    );
  } catch {
    return false;
  }
}
