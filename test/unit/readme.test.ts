import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { switchTable } from '../../src/sandbox/switches.ts';

const root = join(import.meta.dirname, '../..');

describe('the README', () => {
  let readme = '';
  let manifest: {
    contributes: {
      commands: { command: string }[];
      configuration: { properties: Record<string, { default: unknown }> };
    };
  };

  before(async () => {
    readme = await readFile(join(root, 'README.md'), 'utf8');
    manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  });

  it('lists every command', () => {
    const ids = manifest.contributes.commands.map(({ command }) => `\`${command}\``);
    assert.deepEqual(
      ids.filter((id) => !readme.includes(id)),
      [],
    );
  });

  it('lists every setting with its default', () => {
    for (const [key, { default: value }] of Object.entries(
      manifest.contributes.configuration.properties,
    )) {
      const row = readme.split('\n').find((line) => line.includes(`\`${key}\``));
      assert.equal(row?.split('|')[2]?.trim(), String(value), key);
    }
  });

  it('lists every switch of the sandbox', () => {
    for (const [name, { about }] of Object.entries(switchTable)) {
      const row = readme.split('\n').find((line) => line.includes(`\`${name}\``));
      assert.ok(row?.includes(about), name);
    }
  });
});
