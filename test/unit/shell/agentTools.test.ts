import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAgentInput } from '../../../src/commands/agentTools.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, itemOf, pageOf } from '../base/fakes.ts';
import { withVscode } from '../vscodeTexts.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';

/** Paths of the folders of the workspace. */
const workspacePaths: string[] = [];
Object.assign(globalThis, { workspacePaths });

/** The module `vscode` with the folders in `workspacePaths`. Markdown is collected as plain text. */
const VSCODE = `
export const l10n = { t: (text, ...values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => values[index]) };
export const env = { language: 'en' };
export class Range {}
export class MarkdownString {
  value = '';
  appendText(text) { this.value += text; }
  appendMarkdown(text) { this.value += text; }
}
export const workspace = {
  get workspaceFolders() {
    return globalThis.workspacePaths.map((fsPath) => ({ uri: { scheme: 'file', fsPath } }));
  },
};
`;

const { createAgentTools } = await withVscode(
  VSCODE,
  '?agents',
  () => import('../../../src/shell/agentTools.ts'),
);

describe('createAgentTools', () => {
  afterEach(cleanUp);

  it('finds a file in the workspace although another folder of the workspace was deleted', async () => {
    const folder = temporaryFolder('agents');
    onCleanup(() => folder.remove());
    const file = join(folder.path, 'users.csv');
    writeFileSync(file, 'userId\nU1\n');
    workspacePaths.push(join(folder.path, 'deleted'), folder.path);
    const store = new MemoryCatalogue();
    store.saveBot(BOT);
    store.saveItem(itemOf('t'));
    const tools = createAgentTools({
      validators: async () => ({ parseAgentInput }),
      catalogue: async () => new Catalogue(store, new FakeClock()),
    } as unknown as Parameters<typeof createAgentTools>[0]);
    const input = { bot: BOT.key, action: 'attach', tags: ['t'], file: 'users.csv' };
    const { invocationMessage } = await tools.prepare('botTags_draft_plan', input);
    assert.ok(typeof invocationMessage === 'object');
    assert.ok(invocationMessage.value.includes(file), invocationMessage.value);
  });

  it('reports the rows that were counted, although the user loads other customers meanwhile', async () => {
    const store = new MemoryCatalogue();
    store.saveBot(BOT);
    const other = { pages: [], rowCount: 12, state: 'loading' };
    const panel = {
      pager: {
        get pages() {
          panel.pager = other;
          return [pageOf(Array.from({ length: 50 }, (_, index) => ({ status: (index % 2) + 1 })))];
        },
        rowCount: 50,
        state: 'end',
      } as object,
      patched: new Map(),
      show: () => undefined,
    };
    const tools = createAgentTools({
      validators: async () => ({ parseAgentInput }),
      catalogue: async () => new Catalogue(store, new FakeClock()),
      panels: { open: async () => undefined, require: () => panel },
      segments: { segmentsOf: () => [] },
      clock: new FakeClock(),
      zone: { current: undefined },
    } as unknown as Parameters<typeof createAgentTools>[0]);
    const input = { bot: BOT.key, search: 'status = running' };
    const answer = await tools.invoke('botTags_count_customers', input, undefined as never);
    assert.deepEqual(JSON.parse(answer), { customers: '25 of 50 loaded', complete: true });
  });
});
