import assert from 'node:assert/strict';
import { pureFiles } from '../../../scripts/pureFiles.ts';

describe('the files that faults are put into', () => {
  const pure = new Set(pureFiles());

  it('are all that use neither VS Code nor the DOM, wherever they are', () => {
    for (const file of [
      'core/runs/runner.ts',
      'live/livingOwner.ts',
      'sandbox/users.ts',
      'vscode/kit/sinks.ts',
      'vscode/runs/userLists.ts',
      'webview/state.ts',
      'webview/grid/rowScale.ts',
    ]) {
      assert.ok(pure.has(`src/${file}`), file);
    }
    const rooms = [...pure].filter((file) => !/^src\/(?:vscode|webview)\//.test(file));
    assert.ok(rooms.length > 350, `${rooms.length} files`);
  });

  it('have texts of VS Code at most', () => {
    assert.ok(pure.has('src/vscode/runs/runOwner.ts'));
    assert.ok(pure.has('src/vscode/errors/describeError.ts'));
    assert.ok(!pure.has('src/vscode/kit/window.ts'));
  });

  it('import nothing that is bound to VS Code or the DOM', () => {
    for (const file of ['extension.ts', 'vscode/wiring/handlers.ts', 'webview/main.ts']) {
      assert.ok(!pure.has(`src/${file}`), file);
    }
  });
});
