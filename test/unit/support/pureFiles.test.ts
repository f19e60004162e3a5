import assert from 'node:assert/strict';
import { pureFiles } from '../../../scripts/pureFiles.ts';

describe('the files that faults are put into', () => {
  const pure = new Set(pureFiles());

  it('are all that use neither VS Code nor the DOM, wherever they are', () => {
    for (const file of [
      'runs/runner.ts',
      'catalogue/livingOwner.ts',
      'sandbox/users.ts',
      'base/ui/sinks.ts',
      'runs/ui/runPorts.ts',
      'customers/page/state.ts',
      'customers/page/rowScale.ts',
    ]) {
      assert.ok(pure.has(`src/${file}`), file);
    }
    const rooms = [...pure].filter((file) => !/^src\/(?:\w+\/(?:ui|page)|shell)\//.test(file));
    assert.ok(rooms.length > 250, `${rooms.length} files`);
  });

  it('have texts of VS Code at most', () => {
    assert.ok(pure.has('src/runs/ui/runOwner.ts'));
    assert.ok(pure.has('src/errors/ui/describeError.ts'));
    assert.ok(!pure.has('src/base/ui/window.ts'));
  });

  it('import nothing that is bound to VS Code or the DOM', () => {
    for (const file of ['extension.ts', 'shell/handlers.ts', 'customers/page/main.ts']) {
      assert.ok(!pure.has(`src/${file}`), file);
    }
  });
});
