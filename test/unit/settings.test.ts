import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import strings from '../../package.nls.json' with { type: 'json' };

interface Setting {
  readonly default: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly enumItemLabels?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
  readonly order: number;
  readonly scope: string;
  readonly markdownDescription: string;
}

interface Group {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Setting>>;
}

const groups: readonly Group[] = JSON.parse(JSON.stringify(manifest.contributes.configuration));
const settings = groups.flatMap(({ properties }) => Object.entries(properties));
const texts: Readonly<Record<string, string>> = strings;
const root = join(import.meta.dirname, '../..');

/** Returns the text of a `%key%` of the manifest. */
function textOf(key: string): string {
  return texts[key.slice(1, -1)] ?? assert.fail(key);
}

describe('settings', () => {
  it('are in groups with titles, in the order of the manifest', () => {
    const assertInOrder = (entries: readonly { readonly order: number }[]): void =>
      assert.deepEqual(
        entries.map(({ order }) => order),
        entries.map((_, index) => index + 1),
      );
    assertInOrder(groups);
    for (const { properties } of groups) assertInOrder(Object.values(properties));
    const titles = groups.map(({ title }) => textOf(title));
    assert.equal(new Set(titles).size, titles.length);
    assert.equal(new Set(settings.map(([key]) => key)).size, settings.length);
  });

  it('have descriptions of at least one sentence', () => {
    for (const [key, { markdownDescription }] of settings) {
      assert.equal(markdownDescription, `%${key.replace('botTags.', 'setting.')}%`);
      assert.match(textOf(markdownDescription), /^[A-Z].+\.$/s, key);
    }
  });

  it('have a name and a description for each choice', () => {
    const choices = settings.filter(([, setting]) => setting.enum !== undefined);
    assert.equal(choices.length, 2);
    for (const [key, setting] of choices) {
      const { enum: values = [], enumItemLabels = [], markdownEnumDescriptions = [] } = setting;
      const base = `%${key.replace('botTags.', 'setting.')}`;
      assert.deepEqual(
        enumItemLabels,
        values.map((value) => `${base}.${value}.label%`),
      );
      assert.deepEqual(
        markdownEnumDescriptions,
        values.map((value) => `${base}.${value}%`),
      );
      for (const text of [...enumItemLabels, ...markdownEnumDescriptions]) textOf(text);
    }
  });

  it('link only to other existing settings', () => {
    const keys = settings.map(([key]) => key);
    let links = 0;
    for (const [key, setting] of settings) {
      const described = [setting.markdownDescription, ...(setting.markdownEnumDescriptions ?? [])];
      for (const [, target = ''] of described
        .map(textOf)
        .join()
        .matchAll(/`#([^#]+)#`/g)) {
        links++;
        assert.ok(keys.includes(target) || target.startsWith('http.'), `${key}: ${target}`);
        assert.notEqual(target, key);
      }
    }
    assert.ok(links >= 8, String(links));
  });

  it('cannot be set by a workspace, and settings about this machine have the scope "machine"', () => {
    const machineSettings = settings
      .filter(([, { scope }]) => scope === 'machine')
      .map(([key]) => key);
    assert.deepEqual(machineSettings, [
      'botTags.copyAsCurl.shell',
      'botTags.network.transport',
      'botTags.network.ca',
      'botTags.network.clientCertificate',
      'botTags.network.clientKey',
    ]);
    const others = settings.filter(([key]) => !machineSettings.includes(key));
    assert.ok(others.every(([, { scope }]) => scope === 'application'));
  });

  it('have a minimum and a maximum for each number, with the default in between', () => {
    for (const [key, { default: value, minimum, maximum }] of settings) {
      if (typeof value !== 'number') continue;
      assert.ok(minimum !== undefined && maximum !== undefined, key);
      assert.ok(value >= minimum && value <= maximum, key);
    }
  });

  for (const page of ['docs/settings.md', 'docs/extension.md', 'docs/extension.zh-tw.md']) {
    it(`are listed in ${page} in the same order, with their defaults`, async () => {
      const rows = (await readFile(join(root, page), 'utf8')).matchAll(
        /^\| `(botTags\.[\w.]+)` *\| *(\S*) *\|/gm,
      );
      assert.deepEqual(
        [...rows].map(([, key, value]) => [key, value]),
        settings.map(([key, setting]) => [key, String(setting.default)]),
      );
    });
  }
});
