import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'jsonc-parser';
import type { Customer } from '../../src/base/model.ts';
import type { PlanHead } from '../../src/base/plan.ts';
import { candidateOf, PlanLines } from '../../src/plans/planLines.ts';
import { planTotals } from '../../src/plans/planTotals.ts';
import { operationsOf } from '../../src/runs/operations.ts';
import type * as planTexts from '../../src/plans/planTexts.ts';
import { median } from './numbers.ts';

export const PLAN_USERS = 100_000;

/**
 * Times of a plan of `PLAN_USERS` users, measured by `node plan.ts <plans bundle> <rounds>`, in ms of processor time.
 */
export interface PlanResult {
  readonly bytes: number;
  readonly longestLine: number;
  /** Time from records to the bytes of the text. */
  readonly make: number;
  /** Time to stringify the same lines as one array. */
  readonly stringify: number;
  /** Time from the text to the totals of its operations, and its hash. */
  readonly read: number;
  /** Time to remove the comments with a regular expression and call `JSON.parse`. */
  readonly parse: number;
  /** Time to parse the text with jsonc-parser. */
  readonly parseTree: number;
  /** Maximum time that the event loop was blocked, in ms. */
  readonly makeHold: number;
  readonly readHold: number;
  /** Bytes that a plan keeps after its text is released. */
  readonly kept: number;
}

const { signal } = new AbortController();
const tags = [
  { id: 'tag-7f3a52b1', name: 'VIP 會員' },
  { id: 'tag-0c4de816', name: 'Spring sale' },
];
const head: PlanHead = {
  action: 'attach',
  botId: 'bot-id',
  baseUrl: 'https://api.example.com',
  environment: 'production',
  tags,
  checkFirst: false,
  made: Date.UTC(2026, 10, 22),
  source: { kind: 'matching' },
};
const comments = () => ['Attach “VIP 會員”, “Spring sale” to users of “Shop TW”.'];

/** Returns a record as the service sends it. One in ten has a tag, one in a hundred is blocked. */
function record(index: number): Customer {
  const id = index.toString(16).padStart(8, '0');
  return {
    id: `U${id.repeat(4)}`,
    pageId: `@${String(index % 3).repeat(32)}`,
    platform: 'LINE',
    status: index % 100 === 0 ? 4 : 1,
    tags: index % 10 === 1 ? tags.slice(0, 1) : [],
  };
}

/** Returns the processor time of this thread, without other work on the machine. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function timed(work: () => unknown): Promise<number> {
  const started = threadMs();
  await work();
  return threadMs() - started;
}

/** Returns the longest time that the event loop was blocked, in ms. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let last = threadMs();
  let longest = 0;
  const noteDelay = (): void => {
    const now = threadMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(noteDelay, 1);
  await work();
  noteDelay();
  clearInterval(timer);
  return longest;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

async function measure(bundle: string, rounds: number): Promise<PlanResult> {
  const texts = createRequire(import.meta.url)(bundle) as typeof planTexts;
  const records = Array.from({ length: PLAN_USERS }, (_, index) => record(index));
  const make = async (): Promise<readonly Uint8Array[]> => {
    const lines = new PlanLines({ action: 'attach', tags, withNames: false });
    const planLines = function* () {
      for (const record of records) yield lines.lineFor(candidateOf(record));
    };
    const chunks: Uint8Array[] = [];
    for await (const file of texts.writePlan(head, planLines(), comments, signal))
      chunks.push(...file.chunks);
    return chunks;
  };
  const readAndTotal = async (text: string): Promise<unknown> => {
    const { plan } = await texts.readPlan(text, signal);
    if (plan === undefined) throw new Error('the plan cannot be read');
    const { count } = operationsOf(plan);
    return [planTotals(plan), count, await texts.hashOf(text)];
  };
  const bytes = Buffer.concat(await make());
  const text = bytes.toString();
  const { users } = parse(text) as { readonly users: readonly object[] };
  const tasks = {
    make,
    stringify: () => Buffer.from(JSON.stringify({ ...head, users })),
    read: () => readAndTotal(text),
    parse: () => JSON.parse(text.replaceAll(/^\/\/.*\n/gm, '')) as unknown,
    parseTree: () => parse(text) as unknown,
  };
  const times: Record<keyof typeof tasks, number[]> = {
    make: [],
    stringify: [],
    read: [],
    parse: [],
    parseTree: [],
  };
  const holds = { make: 0, read: 0 };
  // The times of the first round do not count, because it warms up.
  for (let round = -1; round < rounds; round++) {
    for (const kind of Object.keys(tasks) as (keyof typeof tasks)[]) {
      const ms = await timed(tasks[kind]);
      if (round >= 0) times[kind].push(ms);
    }
    holds.make = Math.max(holds.make, await longestBlock(make));
    holds.read = Math.max(holds.read, await longestBlock(() => readAndTotal(text)));
  }
  const keptSize = await keptBytes(texts, bytes);
  return {
    bytes: bytes.length,
    longestLine: Math.max(...text.split('\n').map((line) => Buffer.byteLength(line))),
    make: median(times.make),
    stringify: median(times.stringify),
    read: median(times.read),
    parse: median(times.parse),
    parseTree: median(times.parseTree),
    makeHold: holds.make,
    readHold: holds.read,
    kept: keptSize,
  };
}

async function keptBytes(texts: typeof planTexts, bytes: Buffer): Promise<number> {
  const heapBefore = heapBytes();
  const { plan } = await texts.readPlan(bytes.toString(), signal);
  const heapAfter = heapBytes();
  if (plan?.users.length !== PLAN_USERS) throw new Error('the plan cannot be read');
  return heapAfter - heapBefore;
}

if (import.meta.main) {
  const [bundle = '', rounds = ''] = process.argv.slice(2);
  console.log(JSON.stringify(await measure(bundle, Number(rounds))));
}
