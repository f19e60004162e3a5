import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { completeChoice } from '../../src/plans/input/inputColumns.ts';
import type * as planTexts from '../../src/plans/planTexts.ts';
import { median } from './numbers.ts';

export interface InputResult {
  /** Time to open a file, inspect it and read its users, in ms. */
  readonly ours: number;
  /** Time for csv-parse to read the cells only, in ms. */
  readonly peer: number;
  readonly rows: number;
}

const [dist = '', folder = '', rounds = '3'] = process.argv.slice(2);
const bundle = join(dist, 'plans.cjs');
const { openInput } = createRequire(import.meta.url)(bundle) as typeof planTexts;
const { signal } = new AbortController();
const ROWS = 100_000;
const file = join(folder, 'users.csv');

function tagsOf(index: number): string {
  return `[{""id"":""tag-${index % 97}"",""name"":""VIP"",""timestamp"":1700000000000,""count"":1}]`;
}

function writeUsers(): void {
  const lines = Array.from({ length: ROWS }, (_, index) => {
    const id = `U${index.toString(16).padStart(32, '0')}`;
    return `${id},王小明,LINE,@page,1,1700000000000,"${tagsOf(index)}"`;
  });
  const head = 'id,name,platform,pageId,status,created,tags';
  writeFileSync(file, `\u{feff}${[head, ...lines].join('\r\n')}\r\n`);
}

async function readOurs(): Promise<number> {
  const input = await openInput(file, signal);
  const choice = completeChoice(input.guess.choice);
  if (choice === undefined) throw new Error('The columns were not found.');
  let users = 0;
  for await (const rows of input.rows(choice, signal)) {
    users += rows.filter(({ user }) => user !== undefined).length;
  }
  return users;
}

async function readPeer(): Promise<number> {
  // The first record is the header, which does not count.
  let records = -1;
  const parser = createReadStream(file).pipe(parse({ bom: true }));
  for await (const record of parser) records += Number(record !== undefined);
  return records;
}

async function timed(read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  if ((await read()) !== ROWS) throw new Error('Rows were lost.');
  return performance.now() - start;
}

writeUsers();
// Reading the file once puts it into the system's file cache.
readFileSync(file);
const ours: number[] = [];
const peer: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  ours.push(await timed(readOurs));
  peer.push(await timed(readPeer));
}
const result: InputResult = {
  ours: median(ours),
  peer: median(peer),
  rows: ROWS,
};
console.log(JSON.stringify(result));
