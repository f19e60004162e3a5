import assert from 'node:assert/strict';

import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import type { CustomerPage } from '../../../src/base/model.ts';
import { walkPages, type RequestPage, type WalkOptions } from '../../../src/service/walkPages.ts';
import { pageOf } from '../base/fakes.ts';

/** Answer to the request for one page. */
interface Step {
  /** Next key that the end of the body reveals. `null`: this page is the last one. `undefined`: not certain. */
  readonly tail?: string | null | undefined;
  readonly page: CustomerPage | Error;
}

interface Walk {
  readonly pages: AsyncGenerator<CustomerPage, void, undefined>;
  /** Log of `ask k`, `parse k` and `stop k`, in order. */
  readonly log: string[];
}

const first = 'first';

/** Starts a walk over these answers, by page key. The first page has no key, and is listed as `first`. */
function walkOver(steps: Readonly<Record<string, Step>>, options: Partial<WalkOptions> = {}): Walk {
  const log: string[] = [];
  const requestPage: RequestPage = ({ key = first, sharedRequest, onArrival, onSent }) => {
    const { signal } = sharedRequest;
    log.push(`ask ${key}`);
    signal.addEventListener('abort', () => log.push(`stop ${key}`));
    const read = async (): Promise<CustomerPage> => {
      const step = steps[key];
      if (step === undefined) throw new Error('one request too many');
      await onArrival(step.tail);
      signal.throwIfAborted();
      log.push(`parse ${key}`);
      if (step.page instanceof Error) throw step.page;
      return step.page;
    };
    onSent();
    return read();
  };
  return {
    pages: walkPages(requestPage, { signal: new AbortController().signal, ...options }),
    log,
  };
}

/** Returns the records of all pages, and the error that ended the walk. */
async function readWalk({ pages }: Walk): Promise<{ records: unknown[]; error: unknown }> {
  const records: unknown[] = [];
  try {
    for await (const page of pages) records.push(...page.records);
  } catch (error) {
    return { records, error };
  }
  return { records, error: undefined };
}

/** Returns the answer with a page whose next key can be read from the end of the body. */
function certainStep(records: readonly unknown[], next?: string): Step {
  return { tail: next ?? null, page: pageOf(records, next) };
}

function kindOf(error: unknown): string {
  assert.ok(error instanceof ServiceError, String(error));
  return error.problem.kind;
}

/** Returns the log without the ends of finished requests. */
const withoutStops = (log: readonly string[]): string[] =>
  log.filter((line) => !line.startsWith('stop'));

describe('walkPages', () => {
  it('requests the next page before it parses the current one', async () => {
    const walk = walkOver({
      first: certainStep(['a'], 'k1'),
      k1: certainStep(['b'], 'k2'),
      k2: certainStep(['c']),
    });
    assert.deepEqual(await readWalk(walk), { records: ['a', 'b', 'c'], error: undefined });
    assert.deepEqual(withoutStops(walk.log), [
      ...['ask first', 'ask k1', 'parse first'],
      ...['ask k2', 'parse k1', 'parse k2'],
    ]);
  });

  it('waits for the parser if the end of the body is not certain', async () => {
    const walk = walkOver({
      first: { page: pageOf(['a'], 'k1') },
      k1: { page: pageOf(['b']) },
    });
    assert.deepEqual((await readWalk(walk)).records, ['a', 'b']);
    assert.deepEqual(withoutStops(walk.log), ['ask first', 'parse first', 'ask k1', 'parse k1']);
  });

  it('is exactly one page ahead, even if the caller is slow', async () => {
    const walk = walkOver({
      first: certainStep(['a'], 'k1'),
      k1: certainStep(['b'], 'k2'),
      k2: certainStep(['c']),
    });
    await walk.pages.next();
    await new Promise((resolve) => void setTimeout(resolve, 5));
    assert.deepEqual(walk.log, ['ask first', 'ask k1', 'parse first']);
    await walk.pages.return();
    assert.deepEqual(walk.log.slice(3), ['stop first', 'stop k1']);
  });

  it('requests no page after the wanted ones', async () => {
    const steps = { first: certainStep(['a'], 'k1'), k1: certainStep(['b'], 'k2') };
    const onePage = walkOver(steps, { maxPages: 1 });
    assert.deepEqual((await readWalk(onePage)).records, ['a']);
    assert.deepEqual(withoutStops(onePage.log), ['ask first', 'parse first']);
    const twoPages = walkOver(steps, { maxPages: 2 });
    assert.deepEqual(await readWalk(twoPages), { records: ['a', 'b'], error: undefined });
  });

  it('starts at a key', async () => {
    const walk = walkOver(
      { k1: certainStep(['b'], 'k2'), k2: certainStep(['c'], 'k1') },
      { start: 'k1' },
    );
    const { records, error } = await readWalk(walk);
    assert.deepEqual(records, ['b', 'c']);
    assert.equal(kindOf(error), 'paging-loop');
  });

  it('returns a page before the error of the next one', async () => {
    const lost = new ServiceError('listCustomers', { kind: 'lost', detail: 'x' }, 'refused');
    const walk = walkOver({ first: certainStep(['a'], 'k1'), k1: { page: lost } });
    const { value } = await walk.pages.next();
    assert.deepEqual(value?.records, ['a']);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    await assert.rejects(walk.pages.next(), lost);
  });

  it('drops the page ahead when the parser finds another key', async () => {
    const walk = walkOver({
      first: { tail: 'wrong', page: pageOf(['a'], 'k1') },
      wrong: certainStep(['never'], 'k9'),
      k1: { tail: 'wrong', page: pageOf(['b']) },
    });
    assert.deepEqual(await readWalk(walk), { records: ['a', 'b'], error: undefined });
    assert.deepEqual(withoutStops(walk.log), [
      ...['ask first', 'ask wrong', 'parse first'],
      ...['ask k1', 'ask wrong', 'parse k1'],
    ]);
    assert.equal(walk.log.filter((line) => line === 'stop wrong').length, 2);
  });

  it('ends with an error at a repeated key, and returns the page before', async () => {
    const walk = walkOver({
      first: certainStep(['a'], 'k1'),
      k1: certainStep(['b'], 'k2'),
      k2: certainStep(['c'], 'k1'),
    });
    const { records, error } = await readWalk(walk);
    assert.deepEqual(records, ['a', 'b', 'c']);
    assert.equal(kindOf(error), 'paging-loop');
    assert.equal(walk.log.filter((line) => line.startsWith('ask')).length, 3);
  });

  it('continues over 20 consecutive empty pages, but not over 21', async () => {
    const empty = (count: number): Record<string, Step> => ({
      first: certainStep(['a'], 'e1'),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `e${index + 1}`,
          certainStep([], `e${index + 2}`),
        ]),
      ),
      [`e${count + 1}`]: certainStep(['z']),
    });
    assert.deepEqual(await readWalk(walkOver(empty(20))), {
      records: ['a', 'z'],
      error: undefined,
    });
    const { records, error } = await readWalk(walkOver(empty(21)));
    assert.deepEqual(records, ['a']);
    assert.equal(kindOf(error), 'too-many-empty-pages');
  });

  it('stops immediately when aborted, including the page ahead', async () => {
    const controller = new AbortController();
    const steps = { first: certainStep(['a'], 'k1'), k1: certainStep(['b']) };
    const walk = walkOver(steps, { signal: controller.signal });
    await walk.pages.next();
    controller.abort(new Cancelled());
    assert.ok(walk.log.includes('stop k1'));
    await assert.rejects(walk.pages.next(), Cancelled);
    assert.ok(!walk.log.includes('parse k1'));
    assert.deepEqual(await walk.pages.next(), { done: true, value: undefined });
  });

  it('requests nothing if aborted beforehand', async () => {
    const walk = walkOver({}, { signal: AbortSignal.abort(new Cancelled()) });
    await assert.rejects(walk.pages.next(), Cancelled);
    assert.deepEqual(walk.log, []);
  });
});
