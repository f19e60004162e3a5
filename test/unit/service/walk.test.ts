import assert from 'node:assert/strict';

import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import type { CustomerPage } from '../../../src/base/model.ts';
import { walkPages, type AskPage, type WalkOptions } from '../../../src/service/walkPages.ts';
import { pageOf } from '../base/fakes.ts';

interface Step {
  /** What the end of the body tells; nothing unless given. */
  readonly tail?: string | null | undefined;
  readonly page: CustomerPage | Error;
}

interface Walk {
  readonly pages: AsyncGenerator<CustomerPage, void, undefined>;
  /** `ask k`, `parse k` and `stop k`, in their order. */
  readonly heard: string[];
}

const first = 'first';

/** A walk over the pages of these keys. */
function walkOver(steps: Readonly<Record<string, Step>>, options: Partial<WalkOptions> = {}): Walk {
  const heard: string[] = [];
  const ask: AskPage = (key = first, signal, arrived) => {
    heard.push(`ask ${key}`);
    signal.addEventListener('abort', () => heard.push(`stop ${key}`));
    const read = async (): Promise<CustomerPage> => {
      const step = steps[key];
      if (step === undefined) throw new Error('one request too many');
      await arrived(step.tail);
      signal.throwIfAborted();
      heard.push(`parse ${key}`);
      if (step.page instanceof Error) throw step.page;
      return step.page;
    };
    return { page: read(), sent: () => Promise.resolve() };
  };
  return { pages: walkPages(ask, { signal: new AbortController().signal, ...options }), heard };
}

/** The records of all pages, and what ended the walk. */
async function walked({ pages }: Walk): Promise<{ records: unknown[]; error: unknown }> {
  const records: unknown[] = [];
  try {
    for await (const page of pages) records.push(...page.records);
  } catch (error) {
    return { records, error };
  }
  return { records, error: undefined };
}

function sure(records: readonly unknown[], next?: string): Step {
  return { tail: next ?? null, page: pageOf(records, next) };
}

function kindOf(error: unknown): string {
  assert.ok(ServiceError.is(error), String(error));
  return error.problem.kind;
}

/** What was heard without the ends of requests that were over. */
const unended = (heard: readonly string[]): string[] =>
  heard.filter((line) => !line.startsWith('stop'));

describe('core: walkPages', () => {
  it('asks for the following page before it parses one', async () => {
    const walk = walkOver({
      first: sure(['a'], 'k1'),
      k1: sure(['b'], 'k2'),
      k2: sure(['c']),
    });
    assert.deepEqual(await walked(walk), { records: ['a', 'b', 'c'], error: undefined });
    assert.deepEqual(unended(walk.heard), [
      ...['ask first', 'ask k1', 'parse first'],
      ...['ask k2', 'parse k1', 'parse k2'],
    ]);
  });

  it('waits for the parse where the end of the body does not tell', async () => {
    const walk = walkOver({
      first: { page: pageOf(['a'], 'k1') },
      k1: { page: pageOf(['b']) },
    });
    assert.deepEqual((await walked(walk)).records, ['a', 'b']);
    assert.deepEqual(unended(walk.heard), ['ask first', 'parse first', 'ask k1', 'parse k1']);
  });

  it('is one page ahead and no more, however slow the caller is', async () => {
    const walk = walkOver({ first: sure(['a'], 'k1'), k1: sure(['b'], 'k2'), k2: sure(['c']) });
    await walk.pages.next();
    await new Promise((resolve) => void setTimeout(resolve, 5));
    assert.deepEqual(walk.heard, ['ask first', 'ask k1', 'parse first']);
    await walk.pages.return();
    assert.deepEqual(walk.heard.slice(3), ['stop first', 'stop k1']);
  });

  it('asks for no page behind the ones that are wanted', async () => {
    const steps = { first: sure(['a'], 'k1'), k1: sure(['b'], 'k2') };
    const one = walkOver(steps, { pages: 1 });
    assert.deepEqual((await walked(one)).records, ['a']);
    assert.deepEqual(unended(one.heard), ['ask first', 'parse first']);
    const two = walkOver(steps, { pages: 2 });
    assert.deepEqual(await walked(two), { records: ['a', 'b'], error: undefined });
  });

  it('begins at a key', async () => {
    const walk = walkOver({ k1: sure(['b'], 'k2'), k2: sure(['c'], 'k1') }, { start: 'k1' });
    const { records, error } = await walked(walk);
    assert.deepEqual(records, ['b', 'c']);
    assert.equal(kindOf(error), 'paging-loop');
  });

  it('gives a page before the error of the one ahead', async () => {
    const lost = new ServiceError('listCustomers', { kind: 'lost', detail: 'x' }, 'refused');
    const walk = walkOver({ first: sure(['a'], 'k1'), k1: { page: lost } });
    const { value } = await walk.pages.next();
    assert.deepEqual(value?.records, ['a']);
    await new Promise((resolve) => void setTimeout(resolve, 5));
    await assert.rejects(walk.pages.next(), lost);
  });

  it('gives up the page ahead when the parse tells another key', async () => {
    const walk = walkOver({
      first: { tail: 'wrong', page: pageOf(['a'], 'k1') },
      wrong: sure(['never'], 'k9'),
      k1: { tail: 'wrong', page: pageOf(['b']) },
    });
    assert.deepEqual(await walked(walk), { records: ['a', 'b'], error: undefined });
    assert.deepEqual(unended(walk.heard), [
      ...['ask first', 'ask wrong', 'parse first'],
      ...['ask k1', 'ask wrong', 'parse k1'],
    ]);
    assert.equal(walk.heard.filter((line) => line === 'stop wrong').length, 2);
  });

  it('ends with an error at a key that was used before, and keeps the page', async () => {
    const walk = walkOver({
      first: sure(['a'], 'k1'),
      k1: sure(['b'], 'k2'),
      k2: sure(['c'], 'k1'),
    });
    const { records, error } = await walked(walk);
    assert.deepEqual(records, ['a', 'b', 'c']);
    assert.equal(kindOf(error), 'paging-loop');
    assert.equal(walk.heard.filter((line) => line.startsWith('ask')).length, 3);
  });

  it('goes on over 20 empty pages in a row and not over 21', async () => {
    const empty = (count: number): Record<string, Step> => ({
      first: sure(['a'], 'e1'),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`e${at + 1}`, sure([], `e${at + 2}`)]),
      ),
      [`e${count + 1}`]: sure(['z']),
    });
    assert.deepEqual(await walked(walkOver(empty(20))), { records: ['a', 'z'], error: undefined });
    const { records, error } = await walked(walkOver(empty(21)));
    assert.deepEqual(records, ['a']);
    assert.equal(kindOf(error), 'too-many-empty-pages');
  });

  it('stops at once when it is aborted, with the page ahead', async () => {
    const controller = new AbortController();
    const steps = { first: sure(['a'], 'k1'), k1: sure(['b']) };
    const walk = walkOver(steps, { signal: controller.signal });
    await walk.pages.next();
    controller.abort(new Cancelled());
    assert.ok(walk.heard.includes('stop k1'));
    await assert.rejects(walk.pages.next(), Cancelled);
    assert.ok(!walk.heard.includes('parse k1'));
    assert.deepEqual(await walk.pages.next(), { done: true, value: undefined });
  });

  it('asks for nothing when it is aborted before', async () => {
    const walk = walkOver({}, { signal: AbortSignal.abort(new Cancelled()) });
    await assert.rejects(walk.pages.next(), Cancelled);
    assert.deepEqual(walk.heard, []);
  });
});
