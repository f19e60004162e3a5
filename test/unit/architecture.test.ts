import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FEATURES } from '../../scripts/house/features.ts';
import { imports, importsOf, sources, type Import } from '../../scripts/house/imports.ts';
import { lazyBundles } from '../../scripts/lazyBundles.ts';
import { projectRoot } from '../../scripts/projectRoot.ts';

const order = Object.keys(FEATURES);
const lazy = Object.keys(lazyBundles).filter((file) => !file.endsWith('Worker.ts'));

/** Returns the first folder of a path below `src`; `undefined` for all other paths. */
function featureOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

function shown(imports: readonly Import[]): readonly string[] {
  return imports.map(({ from, to, isType }) => `${from} → ${to}${isType ? ' (type)' : ''}`);
}

/** Returns the files that import `name`; with `types`, also those that import only types. */
function importersOf(name: string, { types }: { readonly types: boolean }): readonly string[] {
  const found = imports.filter(({ to, isType }) => to === name && (types || !isType));
  return [...new Set(found.map(({ from }) => from))];
}

function read(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

describe('architecture', () => {
  it('reads every import of every source file', () => {
    assert.ok(sources.length > 100 && imports.length > 300, `${sources.length} ${imports.length}`);
    const importedFiles = importsOf('src/extension.ts', read('src/extension.ts')).map(
      ({ to }) => to,
    );
    for (const name of ['vscode', 'src/base/promises.ts', ...lazy]) {
      assert.ok(importedFiles.includes(name), name);
    }
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

  it('has one folder for each feature of the table, and at most 20 features', () => {
    const usedFeatures = new Set(sources.map(featureOf).filter((name) => name !== undefined));
    assert.deepEqual([...usedFeatures].toSorted(), order.toSorted());
    assert.ok(order.length <= 20);
  });

  it('lets a feature import only from the features above it, types included', () => {
    const importsFromBelow = imports.filter(({ from, to }) => {
      const [importing, imported] = [from, to].map(featureOf);
      if (importing === undefined || imported === undefined) return false;
      return order.indexOf(imported) > order.indexOf(importing);
    });
    assert.deepEqual(shown(importsFromBelow), []);
  });

  it('has the same table in ARCHITECTURE.md, on a page of at most 130 lines', () => {
    const page = read('ARCHITECTURE.md');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, name, purpose]) => [
      name,
      purpose,
    ]);
    assert.deepEqual(rows, Object.entries(FEATURES));
    assert.ok(page.split('\n').length <= 131);
  });

  it('names only existing files on that page', () => {
    const named = [...read('ARCHITECTURE.md').matchAll(/`((?:src|scripts|test)\/[^`]+\.ts)`/g)].map(
      ([, file]) => file,
    );
    assert.ok(named.length > 30, String(named.length));
    const missingFiles = named.filter((file) => !existsSync(join(projectRoot, file ?? '')));
    assert.deepEqual(missingFiles, []);
  });

  it('imports vscode only in ui folders, in shell, and in extension.ts', () => {
    const otherImporters = importersOf('vscode', { types: true }).filter(
      (file) => !/^src\/(?:\w+\/ui\/|shell\/|extension\.ts$)/.test(file),
    );
    assert.deepEqual(otherImporters, []);
  });

  it('keeps pages apart from VS Code: they import pages and pure files only', () => {
    const hostImportsOfPages = imports.filter(
      ({ from, to, isType }) =>
        /^src\/\w+\/page\//.test(from) && /^src\/(?:\w+\/ui|shell|commands)\//.test(to) && !isType,
    );
    assert.deepEqual(shown(hostImportsOfPages), []);
    const pageImportsOfOthers = imports.filter(
      ({ from, to }) => /^src\/\w+\/page\//.test(to) && !/^src\/\w+\/page\//.test(from),
    );
    assert.deepEqual(shown(pageImportsOfOthers), []);
  });

  it('imports each heavy package in one file', () => {
    assert.deepEqual(importersOf('undici', { types: true }), [
      'src/service/transport/originPool.ts',
    ]);
    assert.deepEqual(importersOf('node:sqlite', { types: false }), ['src/runs/openCatalogue.ts']);
    assert.deepEqual(importersOf('zod', { types: true }), []);
    for (const part of ['zod/mini', 'zod/locales', 'zod/v4/core']) {
      assert.deepEqual(importersOf(part, { types: true }), ['src/base/zod.ts']);
    }
    const parquet = importersOf('hyparquet-writer', { types: false });
    assert.deepEqual(parquet, ['src/exports/parquet/parquetFile.ts']);
    const threads = importersOf('src/exports/parquet/parquetFile.ts', { types: false });
    assert.deepEqual(threads, ['src/exports/parquet/parquetWorker.ts']);
    assert.deepEqual(importersOf('src/exports/parquet/parquetWorker.ts', { types: true }), []);
    assert.deepEqual(importersOf('node:sqlite', { types: true }).toSorted(), [
      'src/catalogue/store/database.ts',
      'src/runs/openCatalogue.ts',
    ]);
  });

  it('lets only the catalogue write into the list', () => {
    const writers = importersOf('src/catalogue/writer.ts', { types: true });
    assert.ok(writers.length > 3);
    for (const file of writers) assert.match(file, /^src\/catalogue\/\w+\.ts$/);
  });

  it('loads each lazy bundle with import()', () => {
    const text = read('src/extension.ts');
    for (const name of lazy) {
      assert.ok(text.includes(`import('./${name.slice(4)}')`), name);
      assert.ok(!text.includes(`from './${name.slice(4)}'`), name);
    }
  });

  it('has no two folders that import each other', () => {
    const folders = imports
      .filter(({ to }) => to.startsWith('src/'))
      .map(({ from, to }) => [dirname(from), dirname(to)] as const);
    const knownImports = new Set(folders.map(([from, to]) => `${from} → ${to}`));
    const mutual = [...knownImports].filter((edge) => {
      const [from, to] = edge.split(' → ');
      return from !== to && knownImports.has(`${to} → ${from}`);
    });
    assert.deepEqual(mutual, []);
  });

  it('has no import cycle between files, types included', () => {
    const edges = Map.groupBy(imports, ({ from }) => from);
    const checkedFiles = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), [...path, file].join(' → '));
      if (checkedFiles.has(file)) return;
      for (const { to } of edges.get(file) ?? []) visit(to, [...path, file]);
      checkedFiles.add(file);
    };
    for (const file of sources) visit(file, []);
  });
});
