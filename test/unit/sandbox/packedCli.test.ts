import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { zipEntries } from '../../bench/zipEntries.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { packVsixOnce } from '../artefact/packedOnce.ts';

const BUNDLES = ['sandboxCli.cjs', 'sandbox.cjs', 'base.cjs'];

/** Returns the example from the page about the sandbox. */
function example(): string {
  const page = readFileSync(join(projectRoot, 'docs', 'sandbox.md'), 'utf8');
  return /^```js\n(.*?)^```$/ms.exec(page)?.[1] ?? assert.fail('the page has no example');
}

describe('Sandbox in the package, without VS Code', function () {
  this.timeout(60_000);
  const folder = temporaryFolder('packed-cli');

  before(async () => {
    const entries = zipEntries(await packVsixOnce());
    for (const name of BUNDLES) {
      const entry = entries.find((zipEntry) => zipEntry.name === `extension/dist/${name}`);
      writeFileSync(join(folder.path, name), entry?.content() ?? assert.fail(name));
    }
  });

  after(() => folder.remove());

  it('runs the example bot test of its docs page, which has twelve lines', async () => {
    const cli = spawn(process.execPath, ['sandboxCli.cjs', '--token', 't'], { cwd: folder.path });
    try {
      let banner = '';
      for await (const chunk of cli.stdout) {
        banner += String(chunk);
        if (banner.includes('/sandbox/switches\n')) break;
      }
      writeFileSync(
        join(folder.path, '.env'),
        banner.match(/^BOT_TAGS_\w+=.*$/gm)?.join('\n') ?? '',
      );
      const source = example();
      assert.equal(source.trimEnd().split('\n').length, 12);
      writeFileSync(join(folder.path, 'tags.test.mjs'), source);
      const test = spawn(process.execPath, ['--test'], {
        cwd: folder.path,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'] },
      });
      let output = '';
      test.stdout?.on('data', (chunk) => (output += String(chunk)));
      const [code] = (await once(test, 'close')) as [number];
      assert.equal(code, 0, output);
      assert.match(output, /pass 1\b/);
    } finally {
      cli.kill('SIGKILL');
    }
  });
});
