import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CUSTOMERS_PANEL } from '../../src/base/manifest.ts';
import { failure, nodeOf, run, startServer, until } from './product.ts';
import { WindowRecorder } from './windowRecorder.ts';

/** More tags than the 4,000 columns that a table can have. */
const TAG_COUNT = 4100;

/** Returns a response with this record as its only customer. */
function pageOf(record: object): string {
  return JSON.stringify({ status: 200, res: { records: [record] } });
}

const customer = {
  id: 'u1',
  name: 'Ada',
  platform: 'LINE',
  pageId: 'p',
  status: 1,
  created: 1,
  lastActive: 1,
  params: [],
};
/** Page whose record has more tags than a table can have columns. */
const widePage = pageOf({
  ...customer,
  tags: Array.from({ length: TAG_COUNT }, (_, index) => ({
    id: `tag-${index}`,
    name: `T${index}`,
    timestamp: 1,
    count: 1,
  })),
});
/** Page whose record is too large for an editor. */
const largePage = pageOf({ ...customer, tags: [], note: 'x'.repeat(53_000_000) });

/** Tests that each button does what its label says, when a user presses it. */
describe('Buttons of a message about an export', () => {
  const recorder = new WindowRecorder();
  let server: Awaited<ReturnType<typeof startServer>>;
  let body = widePage;
  let requests = 0;
  let bot: string;
  let folder: string;
  let pressed: string[];
  let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;

  before(async () => {
    server = await startServer((_, response) => {
      requests++;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const { baseUrl } = server;
    bot = await run('botTags.addBot', { baseUrl, botId: 'bot-wide', token: 't', check: false });
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-buttons-'));
  });

  after(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await server.close();
    rmSync(folder, { recursive: true });
  });

  beforeEach(() => {
    pressed = [];
    pick = undefined;
    recorder.start();
  });

  afterEach(() => recorder.stop());

  /** Presses this button in the next error message, and stores the next quick pick in `pick`. */
  function press(title: string): void {
    const { createQuickPick } = vscode.window;
    const show = (_: string, ...items: { readonly title: string }[]) => {
      const button = items.find((item) => item.title === title);
      if (button !== undefined) pressed.push(title);
      return Promise.resolve(button);
    };
    recorder.replace({
      showWarningMessage: show,
      showErrorMessage: show,
      createQuickPick: () => (pick = createQuickPick()),
    });
  }

  it('finishes an export with too many columns by "Write Lists as JSON", without new requests', async () => {
    const file = join(folder, 'wide.csv');
    const plan = { format: 'csv', lists: 'columns' } as const;
    assert.match(
      await failure(run('botTags.exportCustomers', { bot, file, ...plan })),
      /more than 4000 different tags and parameters/,
    );
    const requestsBefore = requests;
    press('Write Lists as JSON');
    const resuming = vscode.commands.executeCommand('botTags.resume');
    await until('the unfinished export is offered', () => {
      const { label, detail } = pick?.items[0] ?? {};
      return label === 'Export to "wide.csv"' && detail?.endsWith(file) === true;
    });
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    await resuming;
    assert.deepEqual(pressed, ['Write Lists as JSON']);
    assert.equal(requests, requestsBefore, 'the data was read before the failure');
    const [head, line] = readFileSync(file, 'utf8').split('\r\n');
    assert.match(head ?? '', /^\u{feff}id,name,.*,tags,/u);
    assert.ok(line?.includes(`T${TAG_COUNT - 1}`));
  });

  it('opens the export of the same bot by "Export Customers…" for a record too large for an editor', async function () {
    // The page reads a record of 53 MB before it reports which rows are selected.
    this.timeout(90_000);
    body = largePage;
    await run('botTags.openCustomers', { bot, limit: 1, from: 1_700_000_000_000 });
    press('Export Customers…');
    const row = { webview: CUSTOMERS_PANEL, webviewSection: 'row', row: 0, generation: 0 };
    const opening = vscode.commands.executeCommand('botTags.exportPage', row);
    await until(
      'the settings of the export are shown',
      () => pick?.title?.startsWith('Export Customers of bot-wide') === true,
      60_000,
    );
    assert.deepEqual(pressed, ['Export Customers…']);
    pick?.hide();
    await opening;
    // The large record has not stopped the extension.
    assert.ok(await nodeOf(bot));
  });
});
