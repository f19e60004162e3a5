import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { resOf } from '../support/ownClient.ts';
import { addBot, closeEditors, product, run, until } from './product.ts';

/**
 * Whether the window is a browser, which may run on another machine with another time zone. A desktop window has the
 * clock of this machine.
 */
const isOnOtherMachine = vscode.env.uiKind === vscode.UIKind.Web;
/** Time zone of the extension host. Its days begin ten hours later than those of UTC. */
const HOST_ZONE = 'Pacific/Honolulu';
const HOUR = 3_600_000;

interface Customer {
  readonly created: number;
}

describe('Window on another machine than the extension host', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bot-tags-remote-'));
  const { TZ } = process.env;
  let service: Sandbox;
  let bot: string;

  before(async function () {
    if (!isOnOtherMachine) this.skip();
    await product();
    service = await startSandbox({ token: 'elsewhere', botId: 'bot-elsewhere', customers: 500 });
    bot = await addBot(service);
    process.env['TZ'] = HOST_ZONE;
  });

  after(async () => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
    await closeEditors();
    if (isOnOtherMachine) await run('botTags.removeBot', { bot, confirmed: true });
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  it('uses the days of the user’s clock, in an export as in the grid', async () => {
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    const { records } = (await resOf(service, 'GET', path)) as { records: readonly Customer[] };
    // Customer created in the hours that belong to this day for the user, but to the day before for the extension.
    const customer = records.find(({ created }) => created % (24 * HOUR) < 9 * HOUR);
    assert.ok(customer);
    const day = new Date(customer.created).toISOString().slice(0, 10);
    const dayStart = Date.UTC(...dateNumbersOf(day));
    const countForUser = records.filter(({ created }) => created >= dayStart).length;
    const countForHost = records.filter(({ created }) => created >= dayStart + 10 * HOUR).length;
    assert.notEqual(countForUser, countForHost);
    const exportedCount = async (): Promise<number> => {
      const file = join(folder, 'days.ndjson');
      const segment = `first >= ${day}`;
      await run('botTags.exportCustomers', { bot, file, segment, overwrite: true });
      return readFileSync(file, 'utf8').split('\n').length - 1;
    };
    await run('botTags.openCustomers', { bot });
    await until(
      'the page has reported its time zone',
      async () => (await exportedCount()) === countForUser,
    );
  });
});

/** Returns the year, the month as `Date` counts it (from 0), and the day. */
function dateNumbersOf(day: string): [number, number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [year, month - 1, date];
}
