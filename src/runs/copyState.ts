import { fieldsIn, fieldsOf, isShortText } from '../base/readFields.ts';
import type { CopyItem } from './copyItems.ts';

interface Place {
  readonly label: string;
  readonly botId: string;
  readonly baseUrl: string;
}

/** A copy as the Journal keeps it, without the outcome of each item. Contains no user. */
export interface CopyState {
  readonly from: Place;
  readonly to: Place;
  readonly items: readonly CopyItem[];
  /** Whether the user has undone it, so that resuming continues the undo. */
  readonly isUndo: boolean;
}

export function writeCopy(state: CopyState): string {
  return JSON.stringify(state);
}

/** Reads any text. @returns `undefined` if it is not the result of `writeCopy` */
export function readCopy(text: string): CopyState | undefined {
  const { from, to, items, isUndo } = fieldsIn(text);
  const places = [readPlace(from), readPlace(to)] as const;
  const read = Array.isArray(items) ? items.map(readItem) : [];
  const all = read.filter((item) => item !== undefined);
  if (places[0] === undefined || places[1] === undefined || all.length === 0) return undefined;
  if (all.length !== read.length || all.some(({ parent }, at) => parent !== null && parent >= at))
    return undefined;
  return { from: places[0], to: places[1], items: all, isUndo: isUndo === true };
}

function readPlace(value: unknown): Place | undefined {
  const { label, botId, baseUrl } = fieldsOf(value);
  if (!isShortText(label) || !isShortText(botId) || typeof baseUrl !== 'string') return undefined;
  return { label, botId, baseUrl };
}

function readItem(value: unknown): CopyItem | undefined {
  const { id, name, type, parent, there } = fieldsOf(value);
  if (!isShortText(id) || !isShortText(name) || (type !== 0 && type !== 1)) return undefined;
  if (parent !== null && !(typeof parent === 'number' && Number.isInteger(parent) && parent >= 0))
    return undefined;
  if (there !== null && !isShortText(there)) return undefined;
  return { id, name, type, parent, there };
}
