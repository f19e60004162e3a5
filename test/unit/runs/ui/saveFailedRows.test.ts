import assert from 'node:assert/strict';
import { operationsOf } from '../../../../src/runs/operations.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { runRecord } from '../../catalogue/store/journalRecords.ts';
import { PLAN } from './planOfOne.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** URIs that save dialogs proposed. */
const proposedUris: string[] = [];
Object.assign(globalThis, { proposedUris });

/** The module `vscode` with one open folder. Its save dialog is always canceled. */
const VSCODE = `
const uri = (scheme, path) => ({ scheme, path, fsPath: path, toString: () => scheme + ':' + path });
export const l10n = { t: (text) => text };
export const env = { language: 'en' };
export const Uri = {
  parse: (text) => uri(text.split(':')[0], decodeURIComponent(text.replace(/^\\w+:(?:\\/\\/)?/, ''))),
  joinPath: (base, ...parts) => uri(base.scheme, new URL([...parts].join('/'), 'file://' + base.path.replace(/\\/?$/, '/')).pathname),
};
export const window = {
  showSaveDialog: async ({ defaultUri }) => void globalThis.proposedUris.push(defaultUri.toString()),
};
export const workspace = { workspaceFolders: [{ uri: uri('file', '/open') }] };
`;

const { saveFailedRows } = await withVscode(
  VSCODE,
  '?saveFailedRows',
  () => import('../../../../src/runs/ui/saveFailedRows.ts'),
);

/** Returns the file that is proposed for the failed rows of a run. @param plan URI of the run's plan */
async function proposedFor(plan: string): Promise<string | undefined> {
  const journal = new MemoryJournal();
  journal.saveRun(runRecord('r', { plan }));
  const outcomes = new Map([[0, { state: 'failed', detail: null } as const]]);
  const handler = saveFailedRows({
    journal: async () => journal,
    runDocuments: {
      results: async () => ({
        plan: PLAN,
        operations: operationsOf(PLAN),
        outcomes,
        isUndo: false,
      }),
    },
  } as unknown as Parameters<typeof saveFailedRows>[0]);
  await assert.rejects(handler.interactive({ nodes: [], run: 'r' }), { name: 'Cancelled' });
  return proposedUris.pop();
}

describe('saveFailedRows', () => {
  it('proposes the folder of the plan', async () => {
    assert.match(
      (await proposedFor('file:///plans/a.bot-tags-plan.jsonc')) ?? '',
      /^file:\/plans\//,
    );
  });

  it('proposes the open folder if the plan has no file, because its URI has no folder', async () => {
    assert.match((await proposedFor('untitled:%22VIP%22')) ?? '', /^file:\/open\//);
  });
});
