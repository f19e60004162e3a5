import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectRoot } from '../../scripts/projectRoot.ts';

/** Patterns of code that works only on one system or by luck. `EXAMPLES` shows each. */
const RULES = {
  'a path put together with a slash':
    /\$\{[\w.]*(?:folder|Folder|Root|root|\bdir|Dir|fsPath|path|Path)\}\/|(?:folder|Path|Root|dirname\([^)]*\)|tmpdir\(\)|fsPath) \+ '[/\\]/,
  'a path split at slashes':
    /\b(?:fsPath|filename|dirname|file|filePath|(?<!\buri\.|\.parse\(uri\)\.)path)\.split\('[/\\]+'\)/,
  'a folder of Unix': /['"`]\/(?:tmp|var|usr|home|etc|dev)\b/,
  'a shell': /\bshell: true|\b(?:ba)?sh -c\b|spawn\w*\('(?:sh|bash|cmd)'|(?<!\.)\bexec(?:Sync)?\('/,
  'the path of a file URL':
    /\bnew URL\([^)]*import\.meta\.url\)\.pathname|import\.meta\.url\.(?:replace|slice|split)/,
  'a path read from import.meta.url': /(?:dirname|join|resolve|readFileSync)\(import\.meta\.url/,
  'the path of a URI given to the file system':
    /(?:readFile|writeFile|stat|open|rm|mkdir|readdir|join|resolve|basename|dirname)(?:Sync)?\([\w.]*[uU]ri\.path\b/,
  'a signal that Windows has not': /\.kill\([^)]*'SIG(?:HUP|USR[12]|STOP|CONT|QUIT)'/,
} as const;

type Rule = keyof typeof RULES;

const EXAMPLES: Readonly<Record<Rule, readonly string[]>> = {
  'a path put together with a slash': ['`${folder}/a`', '`${uri.fsPath}/b`', "tmpdir() + '/x'"],
  'a path split at slashes': ["file.split('/')", "uri.fsPath.split('/')"],
  'a folder of Unix': ["'/tmp/a'", '`/usr/bin/env`'],
  'a shell': ["spawn('sh', [])", '{ shell: true }', "'sh -c x'"],
  'the path of a file URL': ["new URL('.', import.meta.url).pathname"],
  'a path read from import.meta.url': ['dirname(import.meta.url)'],
  'the path of a URI given to the file system': ['readFile(document.uri.path)', 'join(uri.path)'],
  'a signal that Windows has not': ["child.kill('SIGHUP')"],
};

/** Correct code that a rule matches, by file. */
const EXCEPTIONS: Readonly<Record<string, Rule>> = {
  // Paths of a URL or URI have slashes on every system.
  'src/service/readCurl.ts': 'a path put together with a slash',
  'src/runs/ui/lazyViews.ts': 'a path split at slashes',
  // Fonts and browsers of Unix folders are looked up only on Linux.
  'test/support/chromium.ts': 'a folder of Unix',
  'test/support/chineseFont.ts': 'a folder of Unix',
};

/** Names that a file on Windows cannot have, whatever their extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"|?*\\]|[. ]$/i;

/** Returns the rules that a source breaks. */
function brokenRules(source: string): Rule[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  return (Object.keys(RULES) as Rule[]).filter((rule) => RULES[rule].test(code));
}

/** Files and folders of the project, with slashes. Untracked files are included. */
const projectFiles = globSync(['{src,scripts,test,media,docs,schemas,l10n,.github}/**/*', '*'], {
  cwd: projectRoot,
  exclude: (name) => /(?:^|[/\\])node_modules$/.test(name),
}).map((file) => file.split(sep).join('/'));

const readText = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

describe('Windows and macOS', () => {
  it('find no path or shell of one system in product and scripts', () => {
    const found = projectFiles
      .filter((file) => /^(?:src|scripts|test\/(?:support|bench))\/.*\.ts$/.test(file))
      .flatMap((file) => brokenRules(readText(file)).map((rule) => [file, rule] as const));
    assert.deepEqual(
      found.map(String).toSorted(),
      Object.entries(EXCEPTIONS).map(String).toSorted(),
    );
  });

  for (const [rule, examples] of Object.entries(EXAMPLES)) {
    it(`are protected by a rule that detects ${rule}`, () => {
      for (const example of examples)
        assert.ok(brokenRules(example).includes(rule as Rule), example);
    });
  }

  it('can store all files: no two names differ only by case, and no name is reserved', () => {
    const lower = projectFiles.map((file) => file.toLowerCase());
    assert.equal(new Set(lower).size, lower.length, 'two names differ only by case');
    const reservedNames = projectFiles.filter((file) =>
      file.split('/').some((part) => RESERVED.test(part)),
    );
    assert.deepEqual(reservedNames, []);
  });

  it('run every npm script: no variables before commands, no single quotes', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    const unportableScripts = Object.values(scripts).filter((script) =>
      /^\w+=|'|\$\w|\brm -|\bcp -|(?:^|&& )\.\//.test(script),
    );
    assert.deepEqual(unportableScripts, []);
  });

  it('check out the same bytes: lines end with LF', () => {
    assert.match(readText('.gitattributes'), /^\* text=auto eol=lf$/m);
    const texts = projectFiles.filter((file) =>
      /\.(?:ts|json|jsonc|md|css|svg|yml|txt)$/.test(file),
    );
    const wrong = texts.filter(
      (file) => !file.startsWith('test/written/') && readText(file).includes('\r\n'),
    );
    assert.deepEqual(wrong, []);
  });
});
