import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserRef } from '../../../../src/base/model.ts';
import {
  type ColumnGuess,
  completeChoice,
  type CompleteChoice,
} from '../../../../src/plans/input/inputColumns.ts';
import { InputError, type InputProblem } from '../../../../src/base/inputProblems.ts';
import { openText } from '../../../../src/plans/input/encodings.ts';
import type { PlanCandidate } from '../../../../src/plans/input/inputColumns.ts';
import { InputFile } from '../../../../src/plans/input/inputFile.ts';
import { type Input, openInput } from '../../../../src/plans/input/openInput.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { onCleanup } from '../../cleanup.ts';

export const { signal } = new AbortController();

/** Writes a file to a new folder, which `cleanUp` removes. */
export function written(name: string, content: string | Uint8Array): string {
  const folder = temporaryFolder('input');
  onCleanup(() => folder.remove());
  const file = join(folder.path, name);
  writeFileSync(file, content);
  return file;
}

/** Opens an input with this file name and content. */
export async function opened(name: string, content: string | Uint8Array): Promise<Input> {
  return openInput(written(name, content), signal);
}

export async function encodingOf(file: string): Promise<string> {
  return (await openText(await InputFile.open(file), signal)).encoding;
}

/** Returns the required roles that no column fits. `user` means that neither kind of ID was found. */
export function missingRoles({ choice }: ColumnGuess): readonly string[] {
  const columns = {
    user: choice.rawUid ?? choice.uid,
    page: choice.page,
    channel: choice.channel,
  };
  return Object.entries(columns).flatMap(([role, column]) => (column === undefined ? [role] : []));
}

/** Returns whether no role is missing or ambiguous. */
export function isClear(guess: ColumnGuess): boolean {
  return guess.ambiguousColumns.size === 0 && missingRoles(guess).length === 0;
}

/** Returns the columns guessed from the headings, which must be complete. */
export function clearChoice({ guess }: Input): CompleteChoice {
  assert.ok(isClear(guess), JSON.stringify(missingRoles(guess)));
  const choice = completeChoice(guess.choice);
  assert.ok(choice !== undefined);
  return choice;
}

export async function rowsOf(
  input: Input,
  choice = clearChoice(input),
  readSignal = signal,
): Promise<(PlanCandidate & { readonly row: number })[]> {
  const rows = (await collect(input.rows(choice, readSignal))).flat();
  return rows.map((candidate) => ({ ...candidate, row: candidate.row ?? assert.fail('no row') }));
}

export async function usersOf(
  input: Input,
  choice = clearChoice(input),
): Promise<readonly (UserRef | undefined)[]> {
  return (await rowsOf(input, choice)).map(({ user }) => user);
}

/**
 * Returns the problems of a file that are found when it is opened or its rows are read.
 * @returns an empty list if there are none
 */
export async function problemsOf(
  name: string,
  content: string | Uint8Array,
): Promise<readonly InputProblem[]> {
  const file = written(name, content);
  try {
    await rowsOf(await openInput(file, signal));
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

/** Returns the expected problem at these lines. */
export function problemAt(kind: string, first: readonly number[], more: object = {}): object {
  return {
    kind,
    column: undefined,
    positions: { unit: 'line', first, count: first.length },
    ...more,
  };
}

/**
 * Returns the bytes of some rows, saved as a new file.
 * @param userOfRow expected user ID by row number, starting at 1
 */
export async function rawOf(
  input: Input,
  userOfRow: ReadonlyMap<number, string | undefined>,
): Promise<Buffer> {
  return Buffer.concat(await collect(input.rawRows(userOfRow, signal)));
}

async function collect<T>(batches: AsyncIterable<T>): Promise<T[]> {
  const results: T[] = [];
  for await (const batch of batches) results.push(batch);
  return results;
}

const big5Codes = new Map<string, number>();

/** Encodes a text in Big5 with the table of the decoder, which maps two bytes to each character. */
export function big5(text: string): Buffer {
  if (big5Codes.size === 0) fillBig5();
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) return [code];
      const bytes = big5Codes.get(character);
      if (bytes === undefined) throw new Error(`Big5 has no ${character}`);
      return [bytes >> 8, bytes & 0xff];
    }),
  );
}

/** Returns all characters that Big5 has. */
export function inBig5(): readonly string[] {
  if (big5Codes.size === 0) fillBig5();
  return [...big5Codes.keys()];
}

function fillBig5(): void {
  const decoder = new TextDecoder('big5');
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      const isOne = [...text].length === 1 && text !== '\u{fffd}';
      if (isOne && !big5Codes.has(text)) big5Codes.set(text, (lead << 8) | trail);
    }
  }
}
