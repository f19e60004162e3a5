import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readPage } from '../../src/service/readPage.ts';
import { CustomerPager } from '../../src/customers/customerPager.ts';
import type { Plan } from '../../src/base/plan.ts';
import type * as planTexts from '../../src/plans/planTexts.ts';
import type { BotService } from '../../src/base/endpoints.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { checkPlan } from '../../src/plans/ui/checkPlan.ts';
import { snapshotOf, PlanEditors } from '../../src/plans/ui/planEditors.ts';
import { customersSource } from '../../src/plans/ui/planSource.ts';
import { chosenRows } from '../../src/customers/ui/chosenRows.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, run } from './product.ts';

type Panel = Parameters<typeof chosenRows>[0];

const { signal } = new AbortController();

/** Returns a pager that has loaded one page with these customers. */
async function pagerOf(ids: readonly string[]): Promise<CustomerPager> {
  const records = ids.map((id) => ({ id, platform: 'LINE', pageId: 'p', tags: [], status: 1 }));
  const body = new TextEncoder().encode(JSON.stringify({ res: { records }, status: 200 }));
  const page = readPage({ httpStatus: 200, contentType: 'application/json', body }, '');
  const service = { listCustomers: async () => page } as unknown as BotService;
  const pager = new CustomerPager(async () => service, { botId: 'b', limit: 10 });
  await pager.loadMore();
  return pager;
}

/** Members of a panel that `chosenRows` reads. */
interface PanelState {
  pager: CustomerPager;
  readonly patched: Map<number, string>;
  search: Panel['search'];
  isScopeReported: boolean;
  rowsInScope: () => Promise<readonly number[]>;
}

async function panelOf(ids: readonly string[]): Promise<PanelState> {
  return {
    pager: await pagerOf(ids),
    patched: new Map<number, string>(),
    search: '',
    isScopeReported: true,
    rowsInScope: async () => ids.map((_, row) => row),
  };
}

const dependencies: Parameters<typeof customersSource>[0] = {
  bot: undefined as never,
  botServices: { of: () => assert.fail() },
};

const choose = (panel: PanelState, scope: 'selected' | 'matching') =>
  chosenRows(panel as unknown as Panel, scope);

describe('Plan for rows of the panel', () => {
  it('contains the rows as they were when they were chosen', async () => {
    const panel = await panelOf(['u1', 'u2']);
    panel.patched.set(0, JSON.stringify({ tags: [{ id: 't', name: 'T' }] }));
    const chosen = await choose(panel, 'selected');
    panel.pager = await pagerOf(['other', 'others']);
    panel.patched.clear();
    const candidates: unknown[] = [];
    const source = customersSource(dependencies, { kind: 'rows', chosen });
    for await (const { user, tags } of source.candidates(signal, () => {})) {
      candidates.push([user?.rawUid, ...(tags ?? [])]);
    }
    assert.deepEqual(candidates, [['u1', 't'], ['u2']]);
  });

  it('is not created when other customers are loaded while the grid reports its rows', async () => {
    const panel = await panelOf(['u1']);
    panel.rowsInScope = async () => {
      panel.pager = await pagerOf(['other']);
      return [0];
    };
    assert.match(await failure(choose(panel, 'selected')), /because the customers were reloaded/);
  });

  it('is not created before the grid has reported which customers its search finds', async () => {
    const panel = await panelOf(['u1', 'u2']);
    Object.assign(panel, { search: 'x', isScopeReported: false });
    assert.match(
      await failure(choose(panel, 'matching')),
      /Use "Show Customers" to open the customers/,
    );
    assert.equal((await choose(panel, 'selected')).rows.length, 2);
    assert.equal((await choose({ ...panel, search: '' }, 'matching')).rows.length, 2);
  });
});

describe('Plan in its editor', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bot-tags-moment-'))));
  afterEach(async () => {
    await closeEditors();
    rmSync(folder, { recursive: true });
  });

  async function openPlan(text: string): Promise<vscode.TextEditor> {
    const file = join(folder, 'a.bot-tags-plan.jsonc');
    writeFileSync(file, text);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    return vscode.window.showTextDocument(document);
  }

  /** Returns plan editors for texts whose content does not matter. */
  const planEditors = (onRead: (text: string) => void) => {
    const texts: typeof planTexts = {
      writePlan: () => assert.fail(),
      openInput: () => assert.fail(),
      hashOf: () => assert.fail(),
      readPlan: async (text) => {
        onRead(text);
        const problem = { line: 1, offset: 0, length: 0, kind: 'syntax', about: '' } as const;
        return { plan: undefined, problems: [problem] };
      },
    };
    const lazy = Object.assign(async () => texts, { current: texts });
    return new PlanEditors(lazy, async () => undefined);
  };

  it('is read as it was when the read was requested, even if it is edited before the read ends', async () => {
    const editor = await openPlan('{}\n');
    const texts: string[] = [];
    const editors = planEditors((text) => texts.push(text));
    const reading = editors.read(editor.document, snapshotOf(editor.document), signal);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// other\n'));
    await reading;
    await editors.read(editor.document, snapshotOf(editor.document), signal);
    assert.deepEqual(texts, ['{}\n', '// other\n{}\n']);
    editors.dispose();
  });

  it('is read again for its lens only after edits have stopped, if it is large', async () => {
    const editor = await openPlan(`{}\n${'\n'.repeat(3000)}`);
    let reads = 0;
    const editors = planEditors(() => reads++);
    const source = new vscode.CancellationTokenSource();
    const lenses = () => editors.lenses(editor.document, source.token);
    assert.equal((await lenses()).length, 1);
    assert.equal(reads, 1);
    await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), ' '));
    const pending = lenses();
    source.cancel();
    assert.deepEqual([await pending, reads], [[], 1]);
    const laterSource = new vscode.CancellationTokenSource();
    assert.equal((await editors.lenses(editor.document, laterSource.token)).length, 1);
    assert.equal(reads, 2);
    editors.dispose();
  });
});

describe('Plan that is checked', () => {
  it('reports each tag whose name in the plan differs from the name in the list', async () => {
    const bot = { key: 'k', botId: 'b', baseUrl: '' };
    const namesInList = new Map([
      ['tag-1', 'VIP'],
      ['tag-2', 'Blocked'],
      ['tag-3', 'Tea'],
    ]);
    const catalogue = {
      bots: () => [bot],
      refusal: () => undefined,
      item: (_key: string, id: string) => ({ type: 0, state: 'ok', name: namesInList.get(id) }),
    };
    const dependencies = {
      catalogue: async () => catalogue,
      botServices: { of: async () => undefined },
      planRuns: { latestRun: async () => undefined },
    } as unknown as Parameters<typeof checkPlan>[0];
    // A plan has the ID instead of the name if the name was unknown, so that of tag-3 is not reported.
    const tags = [
      { id: 'tag-1', name: 'VIP' },
      { id: 'tag-2', name: 'Newsletter' },
      { id: 'tag-3', name: 'tag-3' },
    ];
    const plan: Plan = {
      action: 'attach',
      botId: 'b',
      baseUrl: '',
      environment: '',
      checkFirst: true,
      made: 0,
      tags,
      source: { kind: 'service' },
      users: [],
      items: [],
    };
    const { checked } = await checkPlan(dependencies, '', signal, async () => ({
      plan,
      problems: [],
    }));
    assert.deepEqual(checked?.misnamed, [
      { id: 'tag-2', plannedName: 'Newsletter', name: 'Blocked' },
    ]);
  });
});

describe('Plan file', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;
  const pathOf = (name: string): string => join(folder, name);

  beforeEach(async () => {
    service = await startSandbox({ token: 'moment', botId: 'bot-moment', customers: 10 });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-moment-'));
  });
  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const plan = (from: 'service' | { readonly file: string }) =>
    run('botTags.attachTags', {
      bot,
      tags: [VIP],
      from,
      file: pathOf('p.bot-tags-plan.jsonc'),
      overwrite: true,
    });

  it('states above its lines which IDs a spreadsheet may have cut, and which page IDs are missing', async () => {
    writeFileSync(
      pathOf('a.csv'),
      'id,page,channel\n12345678901234500,p,FB\n98765432101234500,,FB\n',
    );
    await plan({ file: pathOf('a.csv') });
    const text = readFileSync(pathOf('p.bot-tags-plan.jsonc'), 'utf8');
    assert.match(
      text,
      /\n\/\/ Lines 2, 3, column "id": The ID ends in zeros\. If a spreadsheet replaced/,
    );
    assert.match(
      text,
      /\n\/\/ Line 3, column "page": The page ID is missing, so this customer is left out/,
    );
  });

  it('replaces no folder of the same name', async () => {
    mkdirSync(pathOf('p.bot-tags-plan.jsonc'));
    writeFileSync(join(pathOf('p.bot-tags-plan.jsonc'), 'mine'), '');
    assert.match(await failure(plan('service')), /already exists\. Nothing was written/);
    assert.ok(existsSync(join(pathOf('p.bot-tags-plan.jsonc'), 'mine')));
  });

  it('is not run if its file is not valid UTF-8', async () => {
    await plan('service');
    const file = pathOf('p.bot-tags-plan.jsonc');
    const bytes = readFileSync(file);
    const position = bytes.indexOf('"user":"') + 8;
    bytes[position] = 0xff;
    writeFileSync(file, bytes);
    assert.match(await failure(run('botTags.runPlan', { file })), /is not encoded in UTF-8/);
    assert.equal(service.requests.attachTag, 0);
  });
});
