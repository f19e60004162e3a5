import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { userOf } from '../../../../src/base/customer.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPlan,
} from '../../../../src/base/exportPlan.ts';
import type { Customer, UserRef } from '../../../../src/base/model.ts';
import { createExporter } from '../../../../src/exports/createExporter.ts';
import { type Input, openInput } from '../../../../src/plans/input/openInput.ts';
import { cleanUp } from '../../cleanup.ts';
import { jobOf, newFile, pagesOf, runOf } from '../../exports/exporting.ts';
import { openSandboxClient, SIGNAL } from '../../service/client.ts';
import { encodingOf, isClear, missingRoles, rawOf, rowsOf, signal, usersOf } from './inputs.ts';

const COUNT = 1200;

/** Customers with values that are difficult for a cell, a line or a parser. */
const ODD = [
  { id: '-1', name: '=1+1', platform: 'LINE', pageId: '@page', status: 4 },
  { id: '=cmd', name: 'a,"b"\r\nc;d\te', platform: 'FB', pageId: '+1', status: 5 },
  { id: "'quoted", name: "'=x", platform: 'LINE', pageId: 'p,1', status: 1 },
  { id: 'new\nline', name: '\u{feff}BOM', platform: 'LINE', pageId: 'p"2"', status: 2 },
  { id: '1234567890123456789', name: '王小明', platform: 'FB', pageId: '102030', status: 3 },
  { id: '', name: 'nobody', platform: 'FB', pageId: '1', status: 1 },
  { id: 'U1', name: 'no page', platform: 'FB', pageId: '', status: 1 },
  { id: 'U2', name: 'elsewhere', platform: 'IG', pageId: 'p', status: 1 },
  { id: 'U3', name: '🎉', platform: 'LINE', pageId: 'p', status: 4, tags: 'none', more: [1] },
  { id: 'U4', name: null, platform: 'LINE', pageId: 'p', status: null, id2: 1 },
];

const READ_FORMATS = EXPORT_FORMATS.filter((format) => format !== 'parquet');

const OPTIONS: readonly (readonly [
  about: string,
  format: ExportFormat,
  plan: Partial<ExportPlan>,
])[] = [
  ...READ_FORMATS.map((format) => [format, format, {}] as const),
  ['CSV with BOM', 'csv', { bom: true }],
  ['CSV with formulas that a spreadsheet would run', 'csv', { escapeFormulas: false }],
  ['CSV with columns for tags and params', 'csv', { lists: 'columns' }],
  ['CSV with readable values', 'csv', { values: 'readable', bom: true }],
  ...READ_FORMATS.map(
    (format) =>
      [
        `${format} with hashed names and nothing else that is personal`,
        format,
        { masks: { name: 'hash', email: 'drop', phone: 'drop', birthday: 'drop', pic: 'drop' } },
      ] as const,
  ),
  ...READ_FORMATS.map(
    (format) =>
      [
        `${format} of four fields`,
        format,
        { fields: ['pageId', 'status', 'id', 'platform'] },
      ] as const,
  ),
];

describe('export that is read as an input', function () {
  this.timeout(60_000);
  let records: readonly Customer[];
  before(async () => {
    const { service, sandbox } = await openSandboxClient({}, COUNT);
    const sandboxRecords: unknown[] = [];
    for await (const page of service.walkCustomers({ botId: sandbox.botId, limit: 500 }, SIGNAL)) {
      sandboxRecords.push(...page.records);
    }
    assert.equal(sandboxRecords.length, COUNT);
    records = [...sandboxRecords, ...ODD] as Customer[];
  });
  after(cleanUp);

  function expected(): readonly (UserRef | undefined)[] {
    return records.map((record) => {
      const user = userOf(record);
      return typeof user === 'string' ? undefined : user;
    });
  }

  const exportedFiles = new Map<Partial<ExportPlan>, Promise<string>>();

  /** Exports once for each plan of `OPTIONS`, because no test changes the file. */
  function exportOnce(format: ExportFormat, plan: Partial<ExportPlan>): Promise<string> {
    const file = exportedFiles.get(plan) ?? exportTo(format, plan);
    exportedFiles.set(plan, file);
    return file;
  }

  async function exportTo(format: ExportFormat, plan: Partial<ExportPlan>): Promise<string> {
    const file = newFile(`customers.${format}`);
    const texts = records.map((record) => JSON.stringify(record));
    const pages = [texts.slice(0, 700), texts.slice(700)];
    await createExporter().start(jobOf(file, { format, ...plan }), pagesOf(...pages), runOf());
    return file;
  }

  for (const [about, format, plan] of OPTIONS) {
    it(`contains the same users: ${about}`, async () => {
      const file = await exportOnce(format, plan);
      const input = await openInput(file, signal);
      assert.equal(input.format, format);
      assert.equal(await encodingOf(file), 'utf-8');
      assert.deepEqual(await usersOf(input), expected());
      const rows = await rowsOf(input);
      const blocked = records.map(({ status }) => status === 4 || status === 5);
      assert.deepEqual(
        rows.map(({ isBlocked }) => isBlocked),
        blocked,
      );
      assert.deepEqual(
        rows.map(({ row }) => row),
        records.map((_, index) => index + 1),
      );
    });

    it(`returns some rows as a file with the same users: ${about}`, async () => {
      const file = await exportOnce(format, plan);
      const input = await openInput(file, signal);
      const rows = (await rowsOf(input)).filter(({ row }) => row % 7 === 3 || row > COUNT);
      const userOfRow = new Map(rows.map(({ row, user }) => [row, user?.rawUid]));
      const bytes = await rawOf(input, userOfRow);
      const savedFile = newFile(`failed.${input.format}`);
      writeFileSync(savedFile, bytes);
      const reopened = await openInput(savedFile, signal);
      // JSON keeps only the columns that the saved records have.
      if (input.format === 'csv') assert.deepEqual(namesIn(reopened), namesIn(input));
      assert.deepEqual(
        await usersOf(reopened),
        rows.map(({ user }) => user),
      );
      const text = readFileSync(file, 'utf8');
      for (const line of bytes.toString().split(/\r?\n/)) {
        assert.ok(text.includes(line.replace(/,$/, '')), 'the lines of the input are unchanged');
      }
    });
  }

  it('is unclear if the field with the user ID is missing', async () => {
    const input = await openInput(await exportTo('csv', { fields: ['name', 'pageId'] }), signal);
    assert.equal(isClear(input.guess), false);
    assert.deepEqual(missingRoles(input.guess), ['user', 'channel']);
  });
});

function namesIn({ columns }: Input): readonly string[] {
  return columns.map(({ name }) => name);
}
