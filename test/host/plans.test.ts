import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import { bodyOf } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, run, until } from './product.ts';

const CUSTOMERS = 300;
/** Name of the plan file. */
const PLAN = 'p.bot-tags-plan.jsonc';

interface Line {
  readonly do?: string;
  readonly skip?: string;
  readonly user?: string;
  readonly page?: string;
  readonly channel?: string;
  readonly name?: string;
  readonly row?: number;
}

interface PlanFile {
  readonly do: string;
  readonly bot: string;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  readonly checkFirst: boolean;
  readonly source: unknown;
  readonly users: readonly Line[];
}

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly pageId: string;
  readonly platform: string;
  readonly status: number;
  readonly tags: readonly { readonly id: string }[];
}

describe('Plan to tag many users', () => {
  let service: Sandbox;
  let bot: string;
  let folder: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'plans', botId: 'bot-plans', customers: CUSTOMERS });
    bot = await addBot(service);
    folder = mkdtempSync(join(tmpdir(), 'bot-tags-plans-'));
  });

  afterEach(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const pathOf = (name: string): string => join(folder, name);
  /** Parses a plan file. Its comments are lines above the JSON. */
  const planIn = (name: string): PlanFile =>
    JSON.parse(readFileSync(pathOf(name), 'utf8').replaceAll(/^\/\/.*\n/gm, '')) as PlanFile;
  const writeCount = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };

  async function customers(): Promise<readonly Customer[]> {
    const path = '/v1/api/bot/customers?botId=bot-plans&limit=3086';
    const body = await bodyOf(service, 'GET', path);
    return (JSON.parse(body) as { res: { records: Customer[] } }).res.records;
  }

  const plan = (change: Partial<InputOf<'botTags.attachTags'>> = {}) =>
    run('botTags.attachTags', {
      bot,
      tags: [VIP],
      from: 'service',
      file: pathOf(PLAN),
      ...change,
    });

  // Customers with a status of 4 or more are blocked.
  const canBeTagged = ({ id, pageId, status }: Customer): boolean =>
    id !== '' && pageId !== '' && status < 4;
  const has = (tag: string) => (customer: Customer) => customer.tags.some(({ id }) => id === tag);
  const users = (records: readonly Customer[]) =>
    records.map(({ id, pageId, platform }) => ({ user: id, page: pageId, channel: platform }));

  it('has a line for every customer of the service, and sends no write', async () => {
    const { files, totals } = await plan();
    assert.deepEqual(files, [vscode.Uri.file(pathOf(PLAN)).toString()]);
    assert.deepEqual(readdirSync(folder), [PLAN]);
    const records = await customers();
    const written = planIn(PLAN);
    assert.equal(written.users.length, CUSTOMERS);
    assert.deepEqual([written.do, written.bot, written.checkFirst], ['attach', 'bot-plans', false]);
    const taggable = records.filter(canBeTagged);
    const expected = taggable.filter((record) => !has(VIP)(record));
    assert.deepEqual(
      written.users.flatMap(({ do: act, ...line }) => (act === undefined ? [] : [line])),
      users(expected),
    );
    assert.equal(totals.users, expected.length);
    assert.equal(totals.operations, expected.length);
    assert.equal(totals.skipped['already tagged'], taggable.length - expected.length);
    assert.ok(totals.skipped['no ID'] > 0 && totals.skipped.blocked > 0);
    assert.ok(!readFileSync(pathOf(PLAN), 'utf8').includes(records[0]?.name ?? ''));
    assert.equal(writeCount(), 0);
  });

  it('contains only customers who pass the filter, and their names if requested', async () => {
    const records = await customers();
    const tag = records.flatMap(({ tags }) => tags).find(({ id }) => id !== VIP)?.id ?? '';
    await plan({ filter: { tag: [tag], status: ['1'] }, names: true });
    const matching = records.filter((record) => has(tag)(record) && record.status === 1);
    assert.ok(matching.length > 3 && matching.length < CUSTOMERS / 2, String(matching.length));
    const text = readFileSync(pathOf(PLAN), 'utf8');
    assert.deepEqual(
      [...text.matchAll(/^ {4}\{.*\},? \/\/ (.*)$/gm)].map(([, name]) => name),
      matching.map(({ name }) => name),
    );
    const running = { bot, name: 'Running', segment: 'status = running', in: 'window' } as const;
    await run('botTags.saveSegment', running);
    await plan({ segment: `tagid:${tag} segment:Running`, overwrite: true });
    assert.equal(planIn(PLAN).users.length, matching.length);
    const [{ name: searchText }] = records.slice(5) as [(typeof records)[number]];
    await plan({ filter: { text: searchText }, overwrite: true });
    const byText = records.filter((record) => JSON.stringify(record).includes(searchText));
    assert.equal(planIn(PLAN).users.length, byText.length);
    await plan({ filter: { text: '  ' }, overwrite: true });
    assert.equal(planIn(PLAN).users.length, CUSTOMERS);
    await plan({ filter: { text: searchText }, overwrite: true });
    await assert.rejects(plan({ filter: { text: 'nobody has this' }, overwrite: true }));
    assert.equal(planIn(PLAN).users.length, byText.length, 'the file still has the earlier plan');
    assert.deepEqual(readdirSync(folder), [PLAN]);
  });

  it('contains the rows of the panel that match its filter, in their current state', async () => {
    await run('botTags.openCustomers', { bot, limit: 100 });
    const records = (await customers()).slice(0, 100);
    await plan({ from: 'matching' });
    assert.equal(planIn(PLAN).users.length, 100);
    const tag = records.flatMap(({ tags }) => tags).find(({ id }) => id !== VIP)?.id ?? '';
    await run('botTags.showTagCustomers', { bot, tagId: tag });
    const tagged = records.filter(has(tag));
    const planned = async (): Promise<readonly Line[]> => {
      await plan({ from: 'matching', overwrite: true });
      return planIn(PLAN).users;
    };
    await until('the grid has filtered', async () => (await planned()).length === tagged.length);
    const first =
      tagged.find((record) => canBeTagged(record) && !has(VIP)(record)) ?? assert.fail();
    const channel = first.platform === 'FB' ? 'facebook' : 'line';
    const user = { rawUid: first.id, pageId: first.pageId, channel } as const;
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const isSkipped = ({ user: id, skip }: Line) => id === first.id && skip === 'already tagged';
    await until('the row has its new tag', async () => (await planned()).some(isSkipped));
  });

  it('contains the users of a file, and makes its run read their tags first', async () => {
    const [first, second] = (await customers()).filter(canBeTagged);
    const rows = [first, second, first].map((row) => `${row?.id},${row?.pageId},${row?.platform}`);
    // The text begins with a byte order mark, which is invisible here.
    writeFileSync(pathOf('users.csv'), `﻿id,pageId,platform\r\n${rows.join('\r\n')}\r\n`);
    const { totals } = await plan({ from: { file: pathOf('users.csv') } });
    assert.deepEqual([totals.users, totals.skipped.duplicate], [2, 1]);
    const written = planIn(PLAN);
    assert.equal(written.checkFirst, true);
    assert.deepEqual(written.source, { from: 'file', file: 'users.csv' });
    assert.deepEqual(
      written.users.map(({ user, row, skip }) => [user, row, skip]),
      [
        [first?.id, 1, undefined],
        [second?.id, 2, undefined],
        [first?.id, 3, 'duplicate'],
      ],
    );
  });

  it('takes columns that the headings do not identify from the argument', async () => {
    const customer = (await customers()).find(canBeTagged);
    writeFileSync(pathOf('odd.csv'), `whom,note\n${customer?.id},x\n`);
    const from = { file: pathOf('odd.csv') };
    assert.match(await failure(plan({ from })), /hold the following values: user, page, channel/);
    const columns = { rawUid: 'whom' };
    const mapped = { ...from, columns, pageId: customer?.pageId ?? '', channel: 'line' as const };
    assert.equal((await plan({ from: mapped })).totals.users, 1);
    const wrong = { ...mapped, columns: { rawUid: 'nothing' } };
    assert.match(await failure(plan({ from: wrong, overwrite: true })), /no column "nothing"/);
    writeFileSync(pathOf('bad.csv'), 'id,pageId,platform\n1.23E+15,p,LINE\n');
    const bad = plan({ from: { file: pathOf('bad.csv') }, file: pathOf('bad') });
    assert.match(await failure(bad), /bad-id: line 2/);
    assert.deepEqual(readdirSync(folder).toSorted(), ['bad.csv', 'odd.csv', PLAN]);
  });

  it('detaches, skips customers without the tag, and replaces no file unless `overwrite` is set', async () => {
    const { totals } = await plan({ action: 'detach', file: pathOf('d') });
    const tagged = (await customers()).filter((record) => canBeTagged(record) && has(VIP)(record));
    assert.equal(totals.users, tagged.length);
    const file = pathOf('d.bot-tags-plan.jsonc');
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^\/\/ Detach ".+" from \d+ customers: \d+ requests, about \d+ s \(/);
    assert.match(text, /^.+ \(bot "Tea House"\)\.\n\/\/ Skipped: \d+ without any of the tags/);
    await assert.rejects(plan({ file }), /already exists\. Nothing was written/);
    assert.equal(readFileSync(file, 'utf8'), text);
  });

  describe('Run', () => {
    /** Changes the text of a plan and runs it, which must send nothing. Returns the error message. */
    async function faultOf(change: (text: string) => string): Promise<string> {
      const file = pathOf(PLAN);
      await plan({ overwrite: true });
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      const message = await failure(run('botTags.runPlan', { file }));
      assert.equal(writeCount(), 0);
      return message;
    }

    it('is refused for a missing tag, another bot, or content that cannot be read', async () => {
      assert.match(
        await faultOf((text) => text.replace(`"id": "${VIP}"`, '"id": "tag-nothing"')),
        /nothing was sent\. Line 1\d: The service does not have tag-nothing\.$/,
      );
      assert.match(
        await faultOf((text) => text.replace('"bot": "bot-plans"', '"bot": "bot-other"')),
        /Line \d+: This plan is for the bot "bot-other" at http/,
      );
      assert.match(
        await faultOf((text) =>
          text.replace(/"baseUrl": ".+"/, '"baseUrl": "https://other.example"'),
        ),
        /Line \d+: This plan is for the bot "bot-plans" at https:\/\/other\.example/,
      );
      const broken = await faultOf((text) =>
        text.replace('{"do":"attach","user"', '{"do":"attach""user"'),
      );
      assert.match(broken, /Line \d+: The JSON has a syntax error \(/);
      assert.match(
        await faultOf((text) => text.replace('{"do":"attach","user"', '{"do":"attach","users"')),
        /Line \d+: The field "users" is not allowed here\./,
      );
    });

    it('is refused for a read-only bot, and in production without confirmation', async () => {
      await run('botTags.botSettings', { bot, environment: 'production' });
      assert.match(await faultOf((text) => text), /requires the argument "confirmed": true/);
      await run('botTags.botSettings', { bot, readOnly: true });
      assert.match(await faultOf((text) => text), /read-only, so nothing was sent/);
    });

    it('uses the unsaved text of an editor, and shows a lens and the errors there', async () => {
      const file = vscode.Uri.file(pathOf(PLAN));
      const { totals } = await plan();
      const document = await vscode.workspace.openTextDocument(file);
      const editor = await vscode.window.showTextDocument(document);
      assert.equal(document.languageId, 'jsonc');
      const titles = async (): Promise<readonly (string | undefined)[]> => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          file,
        );
        return lenses.map(({ command }) => command?.title);
      };
      assert.deepEqual(await titles(), [`$(play) Run Plan… (${totals.users} customers)`]);
      const line = document
        .getText()
        .split('\n')
        .findIndex((text) => text.includes('{"do"'));
      await editor.edit((edit) => edit.delete(document.lineAt(line).rangeIncludingLineBreak));
      assert.deepEqual(await titles(), [`$(play) Run Plan… (${totals.users - 1} customers)`]);
      assert.ok(document.isDirty);
      await editor.edit((edit) => edit.insert(new vscode.Position(line, 4), '"'));
      assert.deepEqual(await titles(), ['$(play) Run Plan…']);
      const running = vscode.commands.executeCommand('botTags.runPlan');
      const diagnostics = () =>
        vscode.languages.getDiagnostics(file).filter(({ source }) => source === 'Bot Tags Plan');
      await until('the fault is marked', () => diagnostics().length > 0);
      assert.equal(diagnostics()[0]?.range.start.line, line);
      await editor.edit((edit) => edit.delete(new vscode.Range(line, 4, line, 5)));
      await until('the mark is removed', () => diagnostics().length === 0);
      // Closes the error message, for which the command waits.
      await vscode.commands.executeCommand('notifications.clearAll');
      await running;
      assert.equal(writeCount(), 0);
      const { counts } = await run('botTags.runPlan', { file: file.fsPath, confirmed: true });
      const shown = (await titles()).join('\n');
      assert.ok(shown.endsWith(` done: ${counts.done}. Show Result\n$(play) Run Again…`), shown);
      await editor.edit((edit) => edit.delete(document.lineAt(line).rangeIncludingLineBreak));
      assert.deepEqual(await titles(), [`$(play) Run Plan… (${totals.users - 2} customers)`]);
      await editor.edit((edit) => edit.insert(new vscode.Position(line, 4), '"'));
      const later = vscode.commands.executeCommand('botTags.runPlan');
      await until('the fault is marked again', () => diagnostics().length > 0);
      await closeEditors();
      await until('the mark is removed, too', () => diagnostics().length === 0);
      await vscode.commands.executeCommand('notifications.clearAll');
      await later;
    });
  });
});
