import assert from 'node:assert/strict';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code whose user settings are `globalThis.fakeSettings`. */
const VSCODE = `
export const workspace = {
  getConfiguration: () => ({
    inspect: (key) => ({ globalValue: globalThis.fakeSettings.values[key], workspaceValue: 'x' }),
  }),
  onDidChangeConfiguration: (listener) => {
    globalThis.fakeSettings.notify = listener;
    return { dispose() {} };
  },
};
`;

/** Loads a copy of `settings.ts` that uses the fake of VS Code. */
function loadSettings() {
  return withVscode(VSCODE, '?settings', () => import('../../../../src/base/ui/settings.ts'));
}

describe('networkSettings', () => {
  const fakeSettings = { values: {}, notify: () => {} };

  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'fakeSettings');
  });

  it('returns the same object until a setting of the user changes', async () => {
    Object.assign(globalThis, { fakeSettings });
    const { networkSettings } = await loadSettings();
    const current = networkSettings([]);
    const first = current();
    assert.equal(first.proxy, '');
    assert.equal(current(), first);
    fakeSettings.values = { 'http.proxy': 'http://p' };
    fakeSettings.notify();
    assert.equal(current().proxy, 'http://p');
    assert.equal(current(), current());
  });
});
