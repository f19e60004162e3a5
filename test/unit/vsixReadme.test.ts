import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { VSCE_OPTIONS } from '../../scripts/package.ts';
import { vsixReadme } from '../../scripts/vsixReadme.ts';
import { zipEntries } from '../bench/zipEntries.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const PAGE = `# Tea

![The tree](../media/tree.webp)

See [the settings](settings.md#networks), [this](https://x.example/a) and [below](#more), as in #12.
`;
const CHINESE = '# 茶\n\n[設定](settings.md)\n';
const GITHUB = 'https://github.com/tea/tags';

describe('vsixReadme', () => {
  it('makes https links if the repository is known', () => {
    for (const repository of [
      GITHUB,
      { type: 'git', url: `git+${GITHUB}.git` },
      { url: `${GITHUB}/` },
    ]) {
      const text = vsixReadme([PAGE, CHINESE], repository);
      assert.ok(text.includes(`![The tree](${GITHUB}/raw/HEAD/media/tree.webp)`), text);
      assert.ok(text.includes(`[the settings](${GITHUB}/blob/HEAD/docs/settings.md#networks)`));
      assert.ok(text.includes('[this](https://x.example/a) and [below](#more), as in #12.'));
      assert.ok(text.endsWith(`\n---\n\n# 茶\n\n[設定](${GITHUB}/blob/HEAD/docs/settings.md)\n`));
    }
    const gitlab = vsixReadme([PAGE], 'https://gitlab.com/tea/tags');
    assert.ok(gitlab.includes('(https://gitlab.com/tea/tags/-/raw/HEAD/media/tree.webp)'));
  });

  it('removes pictures, and replaces links with their texts, if the repository is unknown', () => {
    const expected =
      '# Tea\n\nSee the settings, [this](https://x.example/a) and [below](#more), as in #12.\n';
    for (const repository of [
      undefined,
      null,
      {},
      'https://git.example/tea',
      'http://github.com/a/b',
    ]) {
      assert.equal(vsixReadme([PAGE], repository), expected);
    }
  });

  it('returns a page that is packed unchanged', async () => {
    const folder = temporaryFolder('readme');
    try {
      const readme = vsixReadme([PAGE, CHINESE], GITHUB);
      await mkdir(join(folder.path, 'dist'));
      await writeFile(join(folder.path, VSCE_OPTIONS.readmePath), readme);
      await writeFile(join(folder.path, 'LICENSE'), 'none');
      const manifest = {
        name: 'tea-tags',
        publisher: 'tea',
        version: '1.0.0',
        repository: GITHUB,
        engines: { vscode: '^1.105.0' },
      };
      await writeFile(join(folder.path, 'package.json'), JSON.stringify(manifest));
      const packagePath = join(folder.path, 'tea.vsix');
      await createVSIX({ cwd: folder.path, packagePath, ...VSCE_OPTIONS });
      const entries = zipEntries(await readFile(packagePath));
      const packed = entries.find(({ name }) => name === 'extension/readme.md');
      assert.equal(packed?.content().toString(), readme);
    } finally {
      folder.remove();
    }
  });
});
