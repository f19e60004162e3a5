import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { MAX_PLAN_LINES, type Plan } from '../../src/base/plan.ts';
import { planTotals } from '../../src/plans/planTotals.ts';
import { readPlan } from '../../src/plans/readPlan.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { Keyboard } from './keyboard.ts';
import { addBot, closeEditors, nodeOf, run, tabsNamed, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** Number of customers: 35 pages, two of which start after the 100,000th customer. */
const CUSTOMERS = 108_000;
const { signal } = new AbortController();

describe('Plan for more users than one file can hold', function () {
  this.timeout(60_000);
  const recorder = new WindowRecorder();
  let service: Sandbox;
  let bot: string;
  let folder: string;

  before(async () => {
    service = await startSandbox({ token: 'large', botId: 'bot-large', customers: CUSTOMERS });
    bot = await addBot(service);
    await run('botTags.addExisting', { bot, id: VIP });
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-large-'));
  });

  afterEach(async () => {
    recorder.stop();
    service.switches.latencyMs = 0;
    await closeEditors();
    rmSync(folder, { recursive: true });
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  /** Returns a file name. Parts: '' for the first file, '-2' for the second. */
  const nameOf = (part: string): string => `p${part}.bot-tags-plan.jsonc`;
  const textIn = (name: string): string => readFileSync(join(folder, name), 'utf8');

  async function planIn(name: string): Promise<Plan> {
    const { plan, problems } = await readPlan(textIn(name), signal);
    assert.deepEqual(problems, []);
    return plan ?? assert.fail();
  }

  /** Returns the IDs of all customers, as another client reads them. */
  async function idsAtService(): Promise<readonly string[]> {
    const ids: string[] = [];
    let next: string | undefined;
    do {
      const pageParameter = next === undefined ? '' : `&next=${encodeURIComponent(next)}`;
      const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086${pageParameter}`;
      const page = (await resOf(service, 'GET', path)) as { records: { id: string }[] } & {
        next?: string;
      };
      ids.push(...page.records.map(({ id }) => id));
      next = page.next;
    } while (next !== undefined);
    return ids;
  }

  it('continues in a second file, which replaces no existing file', async () => {
    writeFileSync(join(folder, nameOf('-2')), 'mine');
    const file = join(folder, nameOf(''));
    const { files, totals } = await run('botTags.attachTags', {
      bot,
      tags: [VIP],
      from: 'service',
      file,
    });
    const uris = ['', '-3'].map((part) => vscode.Uri.file(join(folder, nameOf(part))).toString());
    assert.deepEqual(files, uris);
    assert.equal(textIn(nameOf('-2')), 'mine');
    assert.equal(readdirSync(folder).length, 3, 'the folder contains no other file');
    const [first, second] = [await planIn(nameOf('')), await planIn(nameOf('-3'))];
    assert.deepEqual(
      [first.users.length, second.users.length],
      [MAX_PLAN_LINES, CUSTOMERS - MAX_PLAN_LINES],
    );
    const planned = [...first.users, ...second.users].map(({ user }) => user?.rawUid ?? '');
    const ids = await idsAtService();
    assert.equal(ids.length, CUSTOMERS);
    // The line of a customer who cannot be tagged contains no ID.
    assert.ok(planned.every((id, index) => id === '' || id === ids[index]));
    assert.ok(planned.filter((id) => id !== '').length > CUSTOMERS / 2);
    const [firstTotals, secondTotals] = [planTotals(first), planTotals(second)];
    assert.equal(firstTotals.users + secondTotals.users, totals.users);
    const users = new Set(
      [...first.users, ...second.users].flatMap(({ user, skip }) =>
        skip === undefined ? [JSON.stringify(user)] : [],
      ),
    );
    assert.equal(users.size, totals.users, 'no customer is tagged twice');
    for (const [name, { users: count }] of [
      ['', firstTotals],
      ['-3', secondTotals],
    ] as const) {
      const [head = ''] = textIn(nameOf(name)).split('\n', 1);
      assert.match(
        head,
        new RegExp(`^// Attach ".+" to ${count.toLocaleString('en')} customers: `),
      );
    }
    assert.match(textIn(nameOf('-3')), /\n\/\/ File 2 of this plan\.\n/);
    assert.doesNotMatch(textIn(nameOf('')), /\n\/\/ File \d/);
  });

  /**
   * Creates a plan for all customers as a user does.
   * @param prepare runs before the first prompt
   */
  async function makeByHand(prepare = (): void => {}): Promise<void> {
    const node = await nodeOf(bot);
    recorder.start();
    recorder.replace({ showSaveDialog: async () => vscode.Uri.file(join(folder, nameOf(''))) });
    prepare();
    const keyboard = new Keyboard(recorder);
    const done = vscode.commands.executeCommand('botTags.attachTags', node);
    await keyboard.pick('Attach Tags');
    await keyboard.pick('All Customers of the Bot');
    await keyboard.pick('VIP');
    await keyboard.pick('Without Names');
    await done;
  }

  it('is opened with a message that names the second file', async () => {
    await makeByHand();
    assert.deepEqual(readdirSync(folder).toSorted(), [nameOf('-2'), nameOf('')]);
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.uri.path.split('/').at(-1), nameOf(''));
    const messages = recorder.shown.flatMap(([sink, text]) =>
      sink === 'notification' ? [text] : [],
    );
    assert.deepEqual(messages, [
      `A plan file has at most 100,000 lines, so this plan continues in ${nameOf('-2')}. Run each file separately.`,
    ]);
  });

  for (const isDrafted of [false, true]) {
    const moment = isDrafted ? 'once its first file is written' : 'while its first pages are read';
    it(`leaves no file when it is canceled ${moment}`, async () => {
      service.switches.latencyMs = 100;
      const cancelling = new vscode.CancellationTokenSource();
      const { withProgress } = vscode.window;
      const requestsBefore = service.requests.listCustomers;
      const done = makeByHand(() => {
        const report = (): void => {};
        recorder.replace({
          withProgress: (_options: unknown, task: Parameters<typeof withProgress>[1]) =>
            task({ report }, cancelling.token),
        });
      });
      const isReached = (): boolean =>
        isDrafted
          ? readdirSync(folder).some((name) => name.endsWith('.tmp'))
          : service.requests.listCustomers - requestsBefore >= 3;
      await until('the plan is being written', isReached);
      cancelling.cancel();
      await done;
      assert.deepEqual(readdirSync(folder), []);
      // The 33rd page is the first that goes into the second file.
      const pages = service.requests.listCustomers - requestsBefore;
      assert.ok(isDrafted ? pages >= 33 : pages < 10, `${pages} pages`);
      assert.deepEqual(
        recorder.shown.filter(([sink]) => sink === 'notification'),
        [],
      );
      assert.deepEqual(tabsNamed(nameOf('')), []);
    });
  }
});
