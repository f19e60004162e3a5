import assert from 'node:assert/strict';
import { sources } from '../../../scripts/house/imports.ts';
import { pureFiles } from '../../../scripts/pureFiles.ts';

describe('pureFiles', () => {
  const pure = new Set(pureFiles());

  it('lists all files that use neither VS Code nor the DOM, in any folder', () => {
    for (const file of [
      'runs/runner.ts',
      'catalogue/livingOwner.ts',
      'sandbox/handlers.ts',
      'base/ui/sinks.ts',
      'runs/ui/runPorts.ts',
      'customers/page/state.ts',
      'customers/page/rowScale.ts',
    ]) {
      assert.ok(pure.has(`src/${file}`), file);
    }
    const outsideUi = [...pure].filter((file) => !/^src\/(?:\w+\/(?:ui|page)|shell)\//.test(file));
    assert.ok(outsideUi.length > 220, `${outsideUi.length} files`);
  });

  it('lists files that use only texts of VS Code', () => {
    assert.ok(pure.has('src/runs/ui/runOwner.ts'));
    assert.ok(pure.has('src/errors/ui/describeError.ts'));
    assert.ok(!pure.has('src/base/ui/window.ts'));
  });

  it('omits files that import VS Code or the DOM', () => {
    for (const file of ['extension.ts', 'shell/registerFeatures.ts', 'customers/page/main.ts']) {
      assert.ok(sources.includes(`src/${file}`), file);
      assert.ok(!pure.has(`src/${file}`), file);
    }
  });
});
