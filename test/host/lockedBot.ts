import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord, WriteRecord } from '../../src/catalogue/journal.ts';
import { TAG } from '../../src/base/model.ts';
import { VIP } from '../support/sandboxItems.ts';
import { run, set, until } from './product.ts';
import { otherWindow, PlanBot } from './planBot.ts';

const CUSTOMERS = 150;
const confirmed = true as const;

/** IDs of runs, grouped by the command that would apply to them if the bot were not read-only. */
interface Runs {
  readonly resumable: readonly string[];
  readonly retriable: readonly string[];
  readonly undoable: readonly string[];
  readonly unknown: string;
}

/** IDs of the runs that were started. */
interface StartedRuns {
  /** Run that is done, and is being undone when the bot becomes read-only. */
  readonly long: string;
  readonly failed: string;
  readonly paused: readonly string[];
  readonly unknown: string;
}

/** Read-only bot with changes from before it was locked: runs, single writes, and plans. */
export class LockedBot {
  readonly planned = new PlanBot();
  /** Files of plans that attach, detach and delete. */
  readonly plans: string[] = [];
  /** IDs of the writes in the Journal that could be undone if the bot were not read-only. */
  writes: readonly string[] = [];
  runs: Runs = { resumable: [], retriable: [], undoable: [], unknown: '' };
  /** ID of the tag that renames, merges and moves would replace. */
  replacedTag = '';
  /** ID of the tag into which others are merged. */
  targetTag = '';
  folder = '';

  get bot(): string {
    return this.planned.bot;
  }

  async open(environment: string): Promise<void> {
    await this.planned.open(`bot-locked-${environment}`, CUSTOMERS);
    const { bot } = this;
    await run('botTags.botSettings', { bot, environment });
    await run('botTags.addExisting', { bot, id: VIP });
    await this.#makeChanges();
    const startedRuns = await this.#startRuns();
    const { service } = this.planned;
    const { attachTag, detachTag } = service.requests;
    service.switches.latencyMs = 50;
    // The bot becomes read-only while both runs are in progress.
    const running = [
      run('botTags.undo', { run: startedRuns.long, confirmed }),
      run('botTags.mergeTags', { bot, tagIds: [VIP], into: this.targetTag, confirmed }),
    ];
    const settled = Promise.allSettled(running);
    await until('both runs have begun', () => {
      const { requests } = service;
      return requests.attachTag > attachTag && requests.detachTag > detachTag;
    });
    await run('botTags.botSettings', { bot, readOnly: true });
    await settled;
    service.switches.latencyMs = 0;
    await this.#readJournal(startedRuns);
  }

  /** Makes single writes, and writes the files of plans. */
  async #makeChanges(): Promise<void> {
    const { bot } = this;
    const create = (name: string) => run('botTags.createTag', { bot, name, confirmed });
    this.replacedTag = await create('Goes');
    this.targetTag = await create('Stays');
    this.folder = await run('botTags.createFolder', { bot, name: 'Folder', confirmed });
    const user = { rawUid: 'U-locked', pageId: 'page-1', channel: 'line' } as const;
    await run('botTags.listUserTags', { bot, user });
    const deletedTag = await create('Gone');
    for (const tagId of [this.replacedTag, deletedTag, VIP]) {
      await run('botTags.attachTag', { bot, tagId, user, confirmed });
    }
    await run('botTags.detachTag', { bot, tagId: VIP, user, confirmed });
    await run('botTags.deleteItem', { bot, id: deletedTag, confirmed });
    const ids = [await create('Item 1'), await create('Item 2'), await create('Item 3')];
    const { planned } = this;
    // No earlier run has attached this tag. A tag that a customer already has would not be attached again.
    const tags = [{ id: this.targetTag, name: 'Stays' }];
    const attach = planned.plan(20, { tags });
    this.plans.push(attach, planned.plan(20, { do: 'detach' }), this.#deletion(ids));
  }

  #deletion(ids: readonly string[]): string {
    const { botId, baseUrl } = this.planned.service;
    const plan = {
      plan: 1,
      do: 'delete',
      bot: botId,
      baseUrl,
      environment: '',
      made: '2026-11-22T12:00:00.000Z',
      source: { from: 'items' },
      items: ids.map((id) => ({ do: 'delete', id, name: id })),
    };
    const file = join(this.planned.folder, `${ids.length} items.bot-tags-plan.jsonc`);
    writeFileSync(file, JSON.stringify(plan, null, 2));
    return file;
  }

  /** Starts runs that end as done, failed, paused, or with an unknown outcome. */
  async #startRuns(): Promise<StartedRuns> {
    const { planned } = this;
    const runPlan = async (file: string, users?: number): Promise<string> => {
      const more = users === undefined ? {} : { users };
      return (await run('botTags.runPlan', { file, confirmed, ...more })).run;
    };
    const [attach = '', detach = ''] = this.plans;
    const { switches } = planned.service;
    const long = await runPlan(planned.plan(80));
    switches.attachAgain = 'error';
    for (const index of [1, 2]) planned.tag(index, this.replacedTag);
    const tags = [{ id: this.replacedTag, name: 'Goes' }];
    const failed = await runPlan(planned.plan(10, { tags }));
    switches.attachAgain = 'ok';
    const items: string[] = [];
    for (const name of ['Item 4', 'Item 5']) {
      items.push(await run('botTags.createTag', { bot: this.bot, name, confirmed }));
    }
    const removal = this.#deletion(items);
    const paused = [await runPlan(attach, 3), await runPlan(detach, 3), await runPlan(removal, 1)];
    Object.assign(switches, { lostEvery: 1, lostBy: 'reset' });
    // The run checks an unknown outcome only after this time, in s, and is paused earlier.
    await set('network.timeout', 3);
    const writesBefore = planned.writeRequests;
    const running = runPlan(planned.plan(12));
    await until('some requests were sent', () => planned.writeRequests >= writesBefore + 4);
    const unknown = (await this.#records()).runs[0]?.id ?? assert.fail();
    await run('botTags.pauseRun', { run: unknown });
    await running;
    await set('network.timeout', 1);
    switches.lostEvery = 0;
    return { long, failed, paused, unknown };
  }

  /** Sets `runs` and `writes` from the Journal, once the bot is read-only. */
  async #readJournal({ failed, paused, unknown }: StartedRuns): Promise<void> {
    const { runs, writes } = await this.#records();
    const haltedIds = ['undo', 'merge'].map((kind) => {
      const halted = runs.find((record) => record.kind === kind) ?? assert.fail(kind);
      assert.deepEqual([halted.state, halted.reason], ['paused', 'read-only']);
      return halted.id;
    });
    const [undo = '', merge = ''] = haltedIds;
    const [attach = '', detach = ''] = paused;
    this.runs = {
      resumable: [...paused, undo, merge],
      retriable: [failed, ...paused],
      undoable: [attach, detach, failed, merge],
      unknown,
    };
    this.writes = writes
      .filter(
        ({ kind, hasEffect, itemType }) => hasEffect && (kind !== 'delete' || itemType === TAG),
      )
      .map(({ id }) => id);
    assert.ok(this.writes.length > 8);
  }

  /** Returns the records of this bot in the Journal, newest first. */
  async #records(): Promise<{ readonly runs: RunRecord[]; readonly writes: WriteRecord[] }> {
    const { journal, close } = await otherWindow();
    const isOfBot = ({ bot }: { readonly bot: string }): boolean => bot === this.bot;
    const records = {
      runs: journal.runs().filter(isOfBot),
      writes: journal.writes(1000).filter(isOfBot),
    };
    close();
    return records;
  }
}
