import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Import {
  /** Relative to the project, as is `to` of a file of the project. */
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Either `import … from '…'`, `export … from '…'`, `import '…'` or `import('…')`. */
const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(?:import|require)\(\s*'([^']+)'\s*\)/gm;

function importsOf(from: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].map(([statement, type, name, called]) => {
    const target = name ?? called ?? '';
    const to = target.startsWith('.')
      ? relative(root, resolve(root, dirname(from), target)).replaceAll(sep, '/')
      : target;
    const braces = /\{([^}]*)\}/.exec(statement)?.[1];
    const names = braces?.split(',').filter((part) => part.trim() !== '') ?? [];
    const onlyTypes = names.length > 0 && names.every((part) => /^\s*type\s/.test(part));
    return { from, to, isType: called === undefined && (type !== undefined || onlyTypes) };
  });
}

const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));

const imports = sources.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));

/** The layer of a file, which is its folder, or the file itself right below `src`. */
function layerOf(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

/** What each layer may import, besides itself: other layers, packages, `node:` for all of Node. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src/extension.ts': [
    'src/manifest.ts',
    'src/backend.ts',
    'src/vscode',
    'src/http',
    'src/jsonc',
    'src/sandbox',
    'src/store',
    'src/export',
    'vscode',
  ],
  'src/backend.ts': ['src/arguments.ts', 'src/exportedData.ts', 'src/protocol.ts', 'src/http'],
  'src/vscode': ['src/core', 'src/manifest.ts', 'src/commandTypes.ts', 'src/protocol.ts', 'vscode'],
  'src/http': ['src/contract', 'src/core', 'undici', 'node:'],
  'src/sandbox': ['src/contract', 'src/core', 'node:'],
  'src/store': ['src/core', 'node:'],
  'src/export': ['src/core', 'node:', 'hyparquet-writer'],
  'src/jsonc': ['src/core', 'jsonc-parser'],
  'src/exportedData.ts': ['src/core', 'zod'],
  'src/arguments.ts': ['src/commandTypes.ts', 'src/core', 'zod'],
  'src/contract': ['src/core', 'zod'],
  'src/protocol.ts': ['src/core', 'zod'],
  'src/manifest.ts': ['package.json'],
  'src/commandTypes.ts': ['src/core'],
  'src/webview': ['src/core', 'src/protocol.ts'],
  'src/core': [],
};

function nameOf({ to }: Import): string {
  if (to.startsWith('node:') || builtinModules.includes(to)) return 'node:';
  return to.startsWith('src/') ? layerOf(to) : to;
}

function isAllowed(one: Import): boolean {
  const layer = layerOf(one.from);
  return nameOf(one) === layer || (ALLOWED[layer]?.includes(nameOf(one)) ?? false);
}

function shown(found: readonly Import[]): readonly string[] {
  return found.map(({ from, to, isType }) => `${from} → ${to}${isType ? ' (type)' : ''}`);
}

/** The files that import this, as a value or also as a type only. */
function importersOf(name: string, { types }: { readonly types: boolean }): readonly string[] {
  const found = imports.filter(({ to, isType }) => to === name && (types || !isType));
  return [...new Set(found.map(({ from }) => from))];
}

describe('architecture', () => {
  it('is read from every import of every source file', () => {
    assert.ok(sources.length > 100 && imports.length > 300, `${sources.length} ${imports.length}`);
    const text = readFileSync(join(root, 'src/extension.ts'), 'utf8');
    const found = importsOf('src/extension.ts', text).map(({ to }) => to);
    const lazily = [
      'src/vscode/createFeatures.ts',
      'src/backend.ts',
      'src/store/openCatalogue.ts',
      'src/jsonc/catalogueText.ts',
      'src/sandbox/startSandbox.ts',
      'src/export/createExporter.ts',
    ];
    for (const name of ['vscode', 'src/manifest.ts', ...lazily])
      assert.ok(found.includes(name), name);
    const forms = [
      "import { a,\n  b } from './b.ts';",
      "import type { a } from './b.ts';",
      "import { type a, type c } from './b.ts';",
      "import { type a, c } from './b.ts';",
      "import * as a from './b.ts';",
      "export { a } from './b.ts';",
      "export * from './b.ts';",
      "import './b.ts';",
      "  const a = await import('./b.ts');",
    ];
    for (const [index, form] of forms.entries()) {
      const isType = index === 1 || index === 2;
      assert.deepEqual(importsOf('src/x/a.ts', form), [
        { from: 'src/x/a.ts', to: 'src/x/b.ts', isType },
      ]);
    }
  });

  it('has a rule for every layer', () => {
    assert.deepEqual([...new Set(sources.map(layerOf))].sort(), Object.keys(ALLOWED).sort());
  });

  it('points down only', () => {
    assert.deepEqual(shown(imports.filter((one) => !isAllowed(one))), []);
  });

  it('keeps the heavy and the native behind one file each', () => {
    assert.deepEqual(importersOf('undici', { types: true }), ['src/http/originPool.ts']);
    assert.deepEqual(importersOf('node:sqlite', { types: false }), ['src/store/openCatalogue.ts']);
    const parquet = importersOf('hyparquet-writer', { types: false });
    assert.deepEqual(parquet, ['src/export/parquetFile.ts']);
    const threads = importersOf('src/export/parquetFile.ts', { types: false });
    assert.deepEqual(threads, ['src/export/parquetWorker.ts']);
    assert.deepEqual(importersOf('src/export/parquetWorker.ts', { types: true }), []);
    const types = ['database.ts', 'openCatalogue.ts', 'whileLocked.ts'];
    assert.deepEqual(
      [...importersOf('node:sqlite', { types: true })].sort(),
      types.map((name) => `src/store/${name}`),
    );
  });

  it('knows VS Code only at the top', () => {
    const others = importersOf('vscode', { types: true }).filter(
      (file) => file !== 'src/extension.ts' && !file.startsWith('src/vscode/'),
    );
    assert.deepEqual(others, []);
  });

  it('gives the page nothing but types, and what is pure', () => {
    const values = imports.filter(
      ({ from, to, isType }) =>
        layerOf(from) === 'src/webview' &&
        to.startsWith('src/') &&
        !['src/webview', 'src/core'].includes(layerOf(to)) &&
        !isType,
    );
    assert.deepEqual(shown(values), []);
  });

  it('loads the features, the backend, the store, the sandbox and the exports only when they are needed', () => {
    const lazy = [
      'src/vscode/createFeatures.ts',
      'src/backend.ts',
      'src/store/openCatalogue.ts',
      'src/jsonc/catalogueText.ts',
      'src/sandbox/startSandbox.ts',
      'src/export/createExporter.ts',
    ];
    const text = readFileSync(join(root, 'src/extension.ts'), 'utf8');
    for (const name of lazy) {
      assert.ok(text.includes(`import('./${name.slice(4)}')`), name);
      assert.ok(!text.includes(`from './${name.slice(4)}'`), name);
    }
  });

  it('has no cycle', () => {
    const edges = Map.groupBy(imports, ({ from }) => from);
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), [...path, file].join(' → '));
      if (done.has(file)) return;
      for (const { to, isType } of edges.get(file) ?? []) if (!isType) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
  });
});
