import { Buffer } from 'node:buffer';
import { readArray, readObject, REFUSED, valueEnd, type Span } from '../../base/jsonScan.ts';
import type { Leaf } from './leaf.ts';
import { isNull, type BytesReader } from './plainValues.ts';

/** Definition levels in Parquet: the number of optional and repeated levels above a member that are present. */
const LEVELS = { noList: 0, noEntry: 1, entry: 3 } as const;

interface Member {
  readonly key: Buffer;
  readonly leaf: Leaf;
  readonly read: BytesReader;
}

/** Leaves of a list column. Each member of an entry, such as the ID of a tag, has its own leaf. */
export class ListLeaves {
  readonly #members: readonly Member[];
  #body: Buffer = Buffer.alloc(0);
  #isFirstEntry = true;
  /** Bit mask of the members found in the current entry. */
  #foundMembers = 0;

  constructor(members: ReadonlyMap<string, { readonly leaf: Leaf; readonly read: BytesReader }>) {
    this.#members = Array.from(members, ([name, { leaf, read }]) => {
      return { key: Buffer.from(`"${name}"`), leaf, read };
    });
  }

  /**
   * Adds a list of objects that contain only known members, each at most once.
   * @returns false if the value is not such a list; the caller must then truncate the leaves
   */
  addFromBytes(body: Buffer, start: number): boolean {
    this.#body = body;
    this.#isFirstEntry = true;
    const end = readArray(body, start, this.#readEntry);
    if (this.#isFirstEntry) this.#addSlots(LEVELS.noEntry, 0);
    return end !== REFUSED;
  }

  /** @param entries values of each entry, in the order of the members */
  add(entries: readonly (readonly unknown[])[] | null): void {
    if (entries === null || entries.length === 0) {
      this.#addSlots(entries === null ? LEVELS.noList : LEVELS.noEntry, 0);
      return;
    }
    for (const [entryIndex, values] of entries.entries()) {
      this.#addSlots(LEVELS.entry, entryIndex === 0 ? 0 : 1);
      for (const [memberIndex, { leaf }] of this.#members.entries()) {
        if (values[memberIndex] !== null) leaf.fill(values[memberIndex]);
      }
    }
  }

  #addSlots(definition: number, repetition: number): void {
    for (const { leaf } of this.#members) leaf.addSlot(definition, repetition);
  }

  readonly #readEntry = (start: number): number => {
    this.#addSlots(LEVELS.entry, this.#isFirstEntry ? 0 : 1);
    this.#isFirstEntry = false;
    this.#foundMembers = 0;
    return readObject(this.#body, start, this.#readMember);
  };

  readonly #readMember = (key: Span, start: number): number => {
    const body = this.#body;
    const end = valueEnd(body, start);
    const index = this.#members.findIndex((candidate) => isNameAt(body, key, candidate.key));
    const member = this.#members[index];
    // Unknown members and repeated members are refused.
    if (member === undefined || (this.#foundMembers & (1 << index)) !== 0) return REFUSED;
    this.#foundMembers |= 1 << index;
    if (isNull(body, start)) return end;
    const value = member.read(body, start, end);
    if (value === undefined) return REFUSED;
    member.leaf.fill(value);
    return end;
  };
}

function isNameAt(body: Buffer, { start, end }: Span, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (body[start + at] !== name[at]) return false;
  return true;
}
