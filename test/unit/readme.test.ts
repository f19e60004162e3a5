import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { switchTable } from '../../src/sandbox/switches.ts';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: Record<string, { default: unknown }> };
  };
}

function assertDefaults(readme: string, { contributes }: Manifest): void {
  for (const [key, { default: value }] of Object.entries(contributes.configuration.properties)) {
    const row = readme.split('\n').find((line) => line.includes(`\`${key}\``));
    assert.equal(row?.split('|')[2]?.trim(), String(value), key);
  }
}

describe('the README', () => {
  let readme = '';
  let manifest: Manifest;

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
    assertDefaults(readme, manifest);
  });

  it('lists every switch of the sandbox', () => {
    for (const [name, { about }] of Object.entries(switchTable)) {
      const row = readme.split('\n').find((line) => line.includes(`\`${name}\``));
      assert.ok(row?.includes(about), name);
    }
  });
});

describe('the README inside the VSIX', () => {
  let readme = '';
  let manifest: Manifest;
  let texts: Readonly<Record<string, string>>;

  before(async () => {
    readme = await readFile(join(root, 'docs/extension.md'), 'utf8');
    manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    texts = JSON.parse(await readFile(join(root, 'package.nls.json'), 'utf8'));
  });

  it('calls commands as the palette does, and sets nothing else in bold', () => {
    const titles = Object.entries(texts).flatMap(([key, text]) =>
      /^command\..*\.title$|^view\.container$/.test(key) ? [text] : [],
    );
    const bold = [...readme.matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text);
    assert.ok(bold.length > 20);
    assert.deepEqual(
      bold.filter((text) => !titles.includes(text)),
      [],
    );
  });

  it('lists every setting with its default, and none that is not there', () => {
    assertDefaults(readme, manifest);
    const known = Object.keys(manifest.contributes.configuration.properties);
    const named = [...readme.matchAll(/`(botTags\.[\w.]+)`/g)].map(([, key = '']) => key);
    assert.deepEqual(named.toSorted(), known.toSorted());
  });

  it('has no picture and no link, for which there is no host, and is short', () => {
    assert.doesNotMatch(readme, /!\[|<img|\]\(|src=/);
    assert.ok(readme.split('\n').length <= 121);
  });
});
