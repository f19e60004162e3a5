import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FakeMemento } from '../../fakeMemento.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code: folders of a window, and a dialog that accepts the proposed path. */
const VSCODE = `
const uri = (path, scheme) => ({ path, fsPath: path, scheme });
const folder = ({ path, scheme }) => uri(path.slice(0, path.lastIndexOf('/')), scheme);
export const Uri = {
  file: (path) => uri(path, 'file'),
  joinPath: (base, name) => name === '..' ? folder(base) : uri(base.path + '/' + name, base.scheme),
};
export const FileType = { Directory: 2 };
export const workspace = globalThis.fakeWorkspace;
export const window = { showSaveDialog: async ({ defaultUri }) => defaultUri };
`;

interface FakeUri {
  readonly path: string;
  readonly scheme: string;
}

/** Part of the `workspace` API that a save dialog uses. */
const workspace = {
  workspaceFolders: undefined as readonly { readonly uri: FakeUri }[] | undefined,
  folders: new Set<string>(),
  fs: {
    stat: async ({ path }: FakeUri) => {
      if (!workspace.folders.has(path)) throw new Error('the folder does not exist');
      return { type: 2 };
    },
  },
};

/** Loads a copy of `filePaths.ts` that uses the fake of VS Code. */
function loadSaveDialog() {
  Object.assign(globalThis, { fakeWorkspace: workspace });
  return withVscode(VSCODE, '?save', () => import('../../../../src/base/ui/filePaths.ts'));
}

describe('askWhereToSave', () => {
  let dialog: Awaited<ReturnType<typeof loadSaveDialog>>;
  let state: FakeMemento;

  before(async () => {
    dialog = await loadSaveDialog();
  });

  beforeEach(() => {
    state = new FakeMemento();
    workspace.workspaceFolders = undefined;
    workspace.folders.clear();
    dialog.storeSaveFolderIn(state);
  });

  /** Shows the dialog. Returns the proposed path, which the fake dialog accepts. */
  async function proposed(question: { readonly needsPath?: boolean } = {}): Promise<string> {
    const texts = { title: 'Export', filters: {}, name: 'data', extension: 'json' };
    const chosen = await dialog.askWhereToSave({ ...texts, ...question });
    return chosen?.path ?? '';
  }

  const openFolders = (...uris: readonly FakeUri[]): void => {
    workspace.workspaceFolders = uris.map((uri) => ({ uri }));
  };

  it('proposes a name in the home folder if nothing else is known', async () => {
    assert.equal(await proposed(), join(homedir(), 'data.json'));
  });

  it('proposes the last used folder as long as it exists', async () => {
    openFolders({ path: '/project', scheme: 'file' });
    assert.equal(await proposed(), '/project/data.json');
    workspace.workspaceFolders = undefined;
    workspace.folders.add('/project');
    assert.equal(await proposed(), '/project/data.json');
    assert.deepEqual([...state.values.values()], ['/project']);
    workspace.folders.clear();
    assert.equal(await proposed(), join(homedir(), 'data.json'));
  });

  it('proposes a folder of a virtual workspace only if no path is needed', async () => {
    openFolders(
      { path: '/repository', scheme: 'vscode-vfs' },
      { path: '/project', scheme: 'file' },
    );
    assert.equal(await proposed(), '/repository/data.json');
    assert.deepEqual([...state.values.values()], [], 'no path of a virtual workspace is stored');
    assert.equal(await proposed({ needsPath: true }), '/project/data.json');
  });
});
