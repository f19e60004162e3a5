import assert from 'node:assert/strict';
import type { BotService } from '../../../src/base/endpoints.ts';
import { lastActiveAt } from '../../../src/sandbox/madeCustomers.ts';
import { cleanUp } from '../cleanup.ts';
import {
  expectDone,
  having,
  isTaggable,
  mergeInto,
  NEW_NAME,
  OLD,
  openService,
  refactor,
  watch,
  type Watched,
} from './refactoring.ts';

const TARGET = 'tag-target';
/** Number of holders who are checked in the service before the old tag is deleted. */
const SAMPLE_SIZE = 20;
/** Start of a run whose rescans list only about the first 40 customers, because only these were active later. */
const RECENT_START = lastActiveAt(40);

describe('RefactorRun', () => {
  afterEach(cleanUp);

  it('attaches the new tag to every holder, asks, and then deletes the old one', async () => {
    const service = await openService({ holds: (index) => index % 3 === 0 });
    const { sandbox, state, customers } = service;
    const watched = watch(service);
    const end = expectDone(await refactor(watched).run());
    assert.deepEqual(end.deleted, [OLD]);
    const created = sandbox.items().filter(({ name }) => name === NEW_NAME);
    assert.deepEqual(
      created.map(({ id }) => id),
      [end.state.target.id],
    );
    assert.equal(state.item(OLD), undefined);
    const holders = Array.from({ length: customers }, (_, index) => index).filter(
      (index) => index % 3 === 0 && isTaggable(index),
    );
    assert.deepEqual(having(service, end.state.target.id), holders);
    const [findings] = watched.findings;
    assert.ok(findings?.isComplete);
    const { counts, withoutOld } = findings;
    assert.deepEqual([counts.holders, counts.withNew], [holders.length, holders.length]);
    const { listUserTags } = sandbox.requests;
    assert.deepEqual([listUserTags, withoutOld, counts.late], [SAMPLE_SIZE, 0, 0]);
    assert.equal(sandbox.requests.attachTag, holders.length);
    assert.deepEqual(watched.removedIds, [OLD]);
    assert.deepEqual(watched.phases, ['creating', 'attaching', 'asking', 'deleting']);
    const scans = watched.progressEvents.filter(({ kind }) => kind === 'scanning');
    const scanCounts = { scanned: 300, holders: holders.length };
    assert.deepEqual(scans.at(1), { kind: 'scanning', round: 1, ...scanCounts });
    assert.deepEqual(state.violations, []);
  });

  it('writes nothing before the user agrees, and nothing if the user declines', async () => {
    const service = await openService({ holds: (index) => index % 3 === 0 });
    const requestsBefore = { ...service.sandbox.requests };
    const holderCounts: number[] = [];
    const watched = watch(service, {
      questions: {
        start: async ({ holders }) => {
          holderCounts.push(holders);
          return 'stop';
        },
      },
    });
    const end = await refactor(watched).run();
    assert.equal(end.kind, 'declined');
    assert.deepEqual(holderCounts, [having(service, OLD).length]);
    const { createItem, attachTag, deleteItem } = service.sandbox.requests;
    assert.deepEqual(
      [createItem, attachTag, deleteItem],
      [requestsBefore.createItem, requestsBefore.attachTag, requestsBefore.deleteItem],
    );
    assert.deepEqual([watched.savedState.phase, watched.findings], ['scanning', []]);
  });

  it('deletes without another question only if that was agreed and no user loses a tag', async () => {
    for (const losesTag of [false, true]) {
      const service = await openService({ customers: 60 });
      // Customer 41 has no user ID, so the new tag cannot be attached.
      if (losesTag) service.state.attachTag(41, OLD);
      const watched = watch(service, { questions: { start: async () => 'all' } });
      expectDone(await refactor(watched).run());
      assert.deepEqual(
        watched.findings.map(({ counts }) => counts.untaggable),
        losesTag ? [1] : [],
      );
    }
  });

  it('asks again before deleting after a resume', async () => {
    const service = await openService({ customers: 60 });
    const firstWatched = watch(service, {
      questions: { start: async () => 'all' },
      service: {
        attachTag: (...call) => {
          first.pause('person');
          return service.service.attachTag(...call);
        },
      },
    });
    const first = refactor(firstWatched);
    assert.equal((await first.run()).kind, 'paused');
    const resumed = watch(service, {
      begin: firstWatched.savedState,
      questions: { start: () => assert.fail('the user has already agreed') },
    });
    expectDone(await refactor(resumed, false).run());
    assert.equal(resumed.findings.length, 1);
  });

  it('pauses during the scan, before anything is written', async () => {
    const service = await openService({ customers: 60 });
    const watched = watch(service, {
      service: {
        walkCustomers: (...call) => {
          run.pause('person');
          return service.service.walkCustomers(...call);
        },
      },
    });
    const run = refactor(watched);
    const end = await run.run();
    assert.equal(end.kind === 'paused' && end.reason, 'person');
    const { createItem, attachTag } = service.sandbox.requests;
    assert.deepEqual([createItem, attachTag], [0, 0]);
  });

  it('sends nothing before its state is on disk', async () => {
    const service = await openService({ customers: 30 });
    const real = service.service;
    const sentRequests: string[] = [];
    const recordPhase = (service: BotService): BotService => {
      const { phase, target } = watched.savedState;
      sentRequests.push(target.id === null ? phase : `${phase} with an ID`);
      return service;
    };
    const watched: Watched = watch(service, {
      service: {
        createItem: (...call) => recordPhase(real).createItem(...call),
        attachTag: (...call) => recordPhase(real).attachTag(...call),
        deleteItem: (...call) => recordPhase(real).deleteItem(...call),
      },
    });
    const end = expectDone(await refactor(watched).run());
    assert.deepEqual(
      [...new Set(sentRequests)],
      ['creating', 'attaching with an ID', 'deleting with an ID'],
    );
    assert.deepEqual([end.state.hasDeleted, watched.savedState.hasDeleted], [true, true]);
  });

  it('reports who would lose all tags, and keeps the old tag if the user decides so', async () => {
    const service = await openService();
    const { state, sandbox } = service;
    // Customers without a user ID, who cannot be tagged.
    for (const index of [41, 57]) state.attachTag(index, OLD);
    const watched = watch(service, { questions: { deleteOld: async () => 'keep' } });
    const end = await refactor(watched).run();
    assert.deepEqual([end.kind, end.kind === 'paused' && end.reason], ['paused', 'person']);
    const [findings] = watched.findings;
    assert.equal(findings?.isComplete, false);
    assert.deepEqual(
      [findings.counts.untaggable, findings.counts.unread, findings.counts.failed],
      [2, 0, 0],
    );
    assert.equal(sandbox.requests.deleteItem, 0);
    assert.equal(having(service, OLD).length, findings.counts.holders + 2);
  });

  it('counts unreadable records as possible holders', async () => {
    const service = await openService({ switches: { badRecords: 50 } });
    const watched = watch(service, { questions: { deleteOld: async () => 'keep' } });
    await refactor(watched).run();
    // Every 50th of the 300 records.
    assert.equal(watched.findings[0]?.counts.unread, 6);
    assert.equal(watched.findings[0]?.isComplete, false);
  });

  it('finds users who got the old tag during the refactor, and counts each once', async () => {
    const service = await openService({ holds: (index) => index % 2 === 0 });
    const { state } = service;
    let isLate = false;
    let scanCount = 0;
    const watched = watch(service, {
      now: () => RECENT_START,
      service: {
        walkCustomers: (...call) => {
          scanCount++;
          return service.service.walkCustomers(...call);
        },
      },
      onProgress: ({ kind }) => {
        if (kind !== 'sampling' || isLate) return;
        isLate = true;
        for (const index of [1, 3, 5]) state.attachTag(index, OLD);
      },
    });
    const end = expectDone(await refactor(watched).run());
    const { counts, isSettled } = watched.findings[0] ?? {};
    assert.deepEqual([counts?.late, scanCount, isSettled], [3, 3, true]);
    assert.equal(counts?.withNew, counts?.holders);
    for (const index of [1, 3, 5]) assert.ok(state.has(index, end.state.target.id ?? ''));
    assert.deepEqual(state.violations, []);
  });

  it('stops looking for late holders after five scans, and reports that more may come', async () => {
    const service = await openService({ holds: (index) => index >= 10 });
    const { state } = service;
    let next = 0;
    let scanCount = 0;
    const watched = watch(service, {
      now: () => RECENT_START,
      service: {
        walkCustomers: (...call) => {
          scanCount++;
          return service.service.walkCustomers(...call);
        },
      },
      questions: { deleteOld: async () => 'keep' },
      onProgress: (progress) => {
        const begins = progress.kind === 'scanning' && progress.scanned === 0;
        if (begins && progress.round > 1) state.attachTag(next++, OLD);
      },
    });
    await refactor(watched).run();
    const { counts, isSettled, isComplete } = watched.findings[0] ?? {};
    assert.deepEqual([counts?.late, scanCount, isSettled, isComplete], [5, 6, false, false]);
    assert.deepEqual(state.violations, []);
  });

  it('resumes with a new scan, and attaches to no user twice', async () => {
    const service = await openService();
    const { state, sandbox } = service;
    let attachCalls = 0;
    const watched = watch(service, {
      service: {
        attachTag: (...call) => {
          if (++attachCalls > 50) first.pause('person');
          return service.service.attachTag(...call);
        },
      },
    });
    const first = refactor(watched);
    const paused = await first.run();
    assert.deepEqual(
      [paused.kind, paused.kind === 'paused' && paused.reason],
      ['paused', 'person'],
    );
    const attachCount = sandbox.requests.attachTag;
    assert.ok(attachCount > 50 && attachCount < 290, String(attachCount));
    assert.equal(watched.savedState.phase, 'attaching');
    const end = expectDone(
      await refactor(watch(service, { begin: watched.savedState }), false).run(),
    );
    assert.equal(sandbox.requests.attachTag, end.counts.holders);
    assert.equal(sandbox.requests.createItem, 1);
    assert.deepEqual(state.violations, []);
  });

  it('waits for requests that a killed window may have sent before it scans', async () => {
    const service = await openService({ target: TARGET });
    const begin = { ...mergeInto(TARGET), phase: 'attaching' } as const;
    const watched = watch(service, { begin, timeLimitMs: 40 });
    expectDone(await refactor(watched, true).run());
    assert.deepEqual(watched.progressEvents[0], { kind: 'waiting', ms: 40 });
  });

  it('does not delete when a sample shows that the new tag was not attached', async () => {
    const service = await openService({ customers: 30 });
    const watched = watch(service, {
      service: { attachTag: async () => {} },
      questions: { deleteOld: async () => 'keep' },
    });
    await refactor(watched).run();
    const [findings] = watched.findings;
    assert.deepEqual(
      [service.sandbox.requests.listUserTags, findings?.counts.failed],
      [SAMPLE_SIZE, SAMPLE_SIZE],
    );
    assert.equal(findings?.isComplete, false);
  });
});
