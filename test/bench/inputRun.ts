import { createReadStream, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import { CustomerPager } from '../../src/core/customers/customerPager.ts';
import { wholeChoice } from '../../src/core/plans/inputFiles.ts';
import type { createPlans } from '../../src/plans/createPlans.ts';
import { median } from './numbers.ts';
import { record } from './pages.ts';

export interface InputResult {
  /** Of opening a file, looking it through and reading its users, ms. */
  readonly ours: number;
  /** Of csv-parse, cells and nothing more, ms. */
  readonly peer: number;
  readonly rows: number;
  /** Of opening an export of so many customers as the grid does, ms of this thread. */
  readonly opened: number;
  /** Of `JSON.parse` of each of its lines, ms of this thread. */
  readonly parsed: number;
}

const [dist = '', folder = '', rounds = '3'] = process.argv.slice(2);
const plans = createRequire(import.meta.url)(join(dist, 'plans.cjs')) as {
  readonly createPlans: typeof createPlans;
};
const files = plans.createPlans();
const { signal } = new AbortController();
const ROWS = 100_000;
const file = join(folder, 'users.csv');
const exported = join(folder, 'exported.ndjson');

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
  const input = await files.openInput(file, signal);
  const choice = wholeChoice(input.guess.choice);
  if (choice === undefined) throw new Error('The columns were not found.');
  let users = 0;
  for await (const rows of input.rows(choice, signal)) {
    users += rows.filter(({ user }) => user !== undefined).length;
  }
  return users;
}

async function readPeer(): Promise<number> {
  let records = -1;
  const parser = createReadStream(file).pipe(parse({ bom: true }));
  for await (const record of parser) records += Number(record !== undefined);
  return records;
}

async function openOurs(): Promise<number> {
  const opened = await files.openExport(exported);
  const pager = new CustomerPager(async () => opened, { botId: '', limit: 2000 });
  await pager.loadPages(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  opened.close();
  return pager.rows;
}

async function parseLines(): Promise<number> {
  const records: unknown[] = [];
  for (const line of readFileSync(exported, 'utf8').split('\n')) {
    if (line !== '') records.push(JSON.parse(line));
  }
  return records.length;
}

/** Of this thread alone. */
async function worked(read: () => Promise<number>): Promise<number> {
  const before = process.threadCpuUsage();
  if ((await read()) !== ROWS) throw new Error('Customers were lost.');
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function timed(read: () => Promise<number>): Promise<number> {
  const start = performance.now();
  if ((await read()) !== ROWS) throw new Error('Rows were lost.');
  return performance.now() - start;
}

writeUsers();
writeFileSync(
  exported,
  Array.from({ length: ROWS }, (_, at) => `${JSON.stringify(record(at))}\n`).join(''),
);
// Into the system's memory.
readFileSync(file);
const ours: number[] = [];
const peer: number[] = [];
const opened: number[] = [];
const parsed: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  ours.push(await timed(readOurs));
  peer.push(await timed(readPeer));
  opened.push(await worked(openOurs));
  parsed.push(await worked(parseLines));
}
const result: InputResult = {
  ...{ ours: median(ours), peer: median(peer), rows: ROWS },
  ...{ opened: median(opened), parsed: median(parsed) },
};
console.log(JSON.stringify(result));
