import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { vsixReadme } from '../../scripts/vsixReadme.ts';
import { switchTable } from '../../src/sandbox/switches.ts';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  contributes: {
    commands: { command: string }[];
    configuration: { properties: object }[];
  };
}

/** Returns the text of a file, by its path below the project's root. */
async function textOf(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}

describe('README and the pages it links to', () => {
  let manifest: Manifest;

  before(async () => {
    manifest = JSON.parse(await textOf('package.json'));
  });

  it('documents only existing commands, and at least 20', async () => {
    const text = await textOf('docs/commands.md');
    const documented = [...text.matchAll(/^\|[^|]+\| `(botTags\.\w+)` +\|/gm)].map(([, id]) => id);
    assert.ok(documented.length >= 20, String(documented.length));
    const ids = manifest.contributes.commands.map(({ command }) => command);
    assert.deepEqual(
      documented.filter((id) => !ids.includes(id ?? '')),
      [],
    );
  });

  it('documents every switch of the sandbox', async () => {
    const sandbox = await textOf('docs/sandbox.md');
    for (const [name, { about }] of Object.entries(switchTable)) {
      const row = sandbox.split('\n').find((line) => line.includes(`\`${name}\``));
      assert.ok(row?.includes(about), name);
    }
  });

  it('is short, and has only links to existing pages and headings', async () => {
    for (const readme of ['README.md', 'README.zh-tw.md']) {
      assert.ok((await textOf(readme)).split('\n').length <= 90, readme);
    }
    const pages = [
      'README.md',
      'README.zh-tw.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...(await docs()),
    ];
    for (const page of pages) {
      const text = await textOf(page);
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(target)) continue;
        const [file = '', anchor = ''] = target.split('#');
        const targetText = await textOf(join(dirname(page), file));
        const headings = [...targetText.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
          anchorOf(title),
        );
        assert.ok(anchor === '' || headings.includes(anchor), `${target} in ${page}`);
      }
    }
  });
});

async function docs(): Promise<readonly string[]> {
  const names = await readdir(join(root, 'docs'));
  return names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
}

/** Returns the anchor that GitHub derives from a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

for (const language of ['', '.zh-tw']) {
  describe(`README inside the VSIX${language}`, () => {
    let readme = '';
    let manifest: Manifest;
    let texts: Readonly<Record<string, string>>;

    before(async () => {
      readme = await readFile(join(root, `docs/extension${language}.md`), 'utf8');
      manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      texts = JSON.parse(await readFile(join(root, `package.nls${language}.json`), 'utf8'));
    });

    it('uses the command titles of the palette, and sets nothing else in bold', () => {
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

    it('names every setting once, and no other', () => {
      const known = manifest.contributes.configuration.flatMap(({ properties }) =>
        Object.keys(properties),
      );
      const named = [...readme.matchAll(/`(botTags\.[\w.]+)`/g)].map(([, key = '']) => key);
      assert.deepEqual(named.toSorted(), known.toSorted());
    });

    it('has no picture and no link if the repository is unknown, and is short', () => {
      assert.doesNotMatch(vsixReadme([readme], undefined), /!\[|<img|\]\(|src=/);
      assert.ok(readme.split('\n').length <= 130);
    });
  });
}

describe('READMEs of the repository', () => {
  it('have the same headings, pictures and links, and link to each other', async () => {
    const [english, chinese] = await Promise.all(['README.md', 'README.zh-tw.md'].map(textOf));
    const linksIn = (text = ''): readonly string[] =>
      [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^(?:README|docs\/glossary)/.test(target))
        .toSorted();
    assert.deepEqual(linksIn(chinese), linksIn(english));
    const levelsIn = (text = ''): readonly string[] => text.match(/^#+ /gm) ?? [];
    assert.deepEqual(levelsIn(chinese), levelsIn(english));
    assert.match(english ?? '', /\n\nEnglish · \[繁體中文\]\(README\.zh-tw\.md\)\n/);
    assert.match(chinese ?? '', /\n\n\[English\]\(README\.md\) · 繁體中文\n/);
  });
});
