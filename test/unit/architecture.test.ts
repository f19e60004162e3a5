import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawHouse } from '../../scripts/house/drawing.ts';
import { imports, importsOf, roomOf, sources, type Import } from '../../scripts/house/imports.ts';
import { withRooms } from '../../scripts/house/roomList.ts';
import { ROOMS } from '../../scripts/house/rooms.ts';
import { lazyBundles } from '../../scripts/lazyBundles.ts';
import { projectRoot } from '../../scripts/projectRoot.ts';

function shown(found: readonly Import[]): readonly string[] {
  return found.map(({ from, to, isType }) => `${from} → ${to}${isType ? ' (type)' : ''}`);
}

/** The files that import this, as a value or also as a type only. */
function importersOf(name: string, { types }: { readonly types: boolean }): readonly string[] {
  const found = imports.filter(({ to, isType }) => to === name && (types || !isType));
  return [...new Set(found.map(({ from }) => from))];
}

/** The rooms that each room's files import, types included. */
const knows = new Map(
  Object.keys(ROOMS).map((room) => {
    const own = imports.filter(({ from }) => roomOf(from) === room).map(({ to }) => roomOf(to));
    return [room, new Set(own.filter((to) => to !== room))];
  }),
);

const lazy = Object.keys(lazyBundles).filter((file) => !file.endsWith('Worker.ts'));

describe('architecture', () => {
  it('is read from every import of every source file', () => {
    assert.ok(sources.length > 100 && imports.length > 300, `${sources.length} ${imports.length}`);
    const text = readFileSync(join(projectRoot, 'src/extension.ts'), 'utf8');
    const found = importsOf('src/extension.ts', text).map(({ to }) => to);
    for (const name of ['vscode', 'src/surface/manifest.ts', ...lazy]) {
      assert.ok(found.includes(name), name);
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

  it('has a purpose for every room', () => {
    assert.deepEqual([...new Set(sources.map(roomOf))].sort(), Object.keys(ROOMS).sort());
  });

  it('lets each room know what the table says, no more and no less', () => {
    const found = [...knows].map(([room, names]) => [room, [...names].sort()] as const);
    const said = Object.entries(ROOMS).map(([room, one]) => [room, [...one.imports].sort()]);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(said));
  });

  it('is drawn and told as it is: else run `npm run architecture`', () => {
    const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
    assert.equal(read('docs/architecture.svg'), drawHouse());
    const page = read('ARCHITECTURE.md');
    assert.equal(page, withRooms(page));
  });

  it('names no file on its page that there is not', () => {
    const page = readFileSync(join(projectRoot, 'ARCHITECTURE.md'), 'utf8');
    const named = [...page.matchAll(/`((?:src|scripts|test)\/[^`]+\.ts)`/g)].map(
      ([, file]) => file,
    );
    assert.ok(named.length > 40, String(named.length));
    const missing = named.filter((file) => !existsSync(join(projectRoot, file ?? '')));
    assert.deepEqual(missing, []);
  });

  it('has no room that knows itself by way of others', () => {
    const done = new Set<string>();
    const visit = (room: string, path: readonly string[]): void => {
      assert.ok(!path.includes(room), [...path, room].join(' → '));
      if (done.has(room)) return;
      for (const to of knows.get(room) ?? []) visit(to, [...path, room]);
      done.add(room);
    };
    for (const room of knows.keys()) visit(room, []);
  });

  it('keeps rooms small: at most 20 files each', () => {
    const sizes = Object.entries(Object.groupBy(sources, roomOf));
    const large = sizes.flatMap(([room, files = []]) => (files.length > 20 ? [room] : []));
    assert.deepEqual(large, []);
  });

  it('keeps the heavy and the native behind one file each', () => {
    assert.deepEqual(importersOf('undici', { types: true }), ['src/http/transport/originPool.ts']);
    assert.deepEqual(importersOf('node:sqlite', { types: false }), ['src/store/openCatalogue.ts']);
    assert.deepEqual(importersOf('zod', { types: true }), ['src/schema/zod.ts']);
    const parquet = importersOf('hyparquet-writer', { types: false });
    assert.deepEqual(parquet, ['src/export/parquet/parquetFile.ts']);
    const threads = importersOf('src/export/parquet/parquetFile.ts', { types: false });
    assert.deepEqual(threads, ['src/export/parquet/parquetWorker.ts']);
    assert.deepEqual(importersOf('src/export/parquet/parquetWorker.ts', { types: true }), []);
    const types = ['openCatalogue.ts', 'sql/database.ts', 'sql/statement.ts', 'whileLocked.ts'];
    assert.deepEqual(
      [...importersOf('node:sqlite', { types: true })].sort(),
      types.map((name) => `src/store/${name}`),
    );
  });

  it('lets no room but the catalogue’s own write into it', () => {
    const writers = importersOf('src/core/catalogue/writer.ts', { types: true });
    assert.ok(writers.length > 3);
    assert.deepEqual([...new Set(writers.map(roomOf))], ['core/catalogue']);
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
        from.startsWith('src/webview/') &&
        to.startsWith('src/') &&
        !/^src\/(?:webview|core|overview|rowIndex|segments)\//.test(to) &&
        !isType,
    );
    assert.deepEqual(shown(values), []);
  });

  it('loads each bundle only when it is needed', () => {
    const text = readFileSync(join(projectRoot, 'src/extension.ts'), 'utf8');
    for (const name of lazy) {
      assert.ok(text.includes(`import('./${name.slice(4)}')`), name);
      assert.ok(!text.includes(`from './${name.slice(4)}'`), name);
    }
  });

  it('has no cycle of files, types included', () => {
    const edges = Map.groupBy(imports, ({ from }) => from);
    const done = new Set<string>();
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), [...path, file].join(' → '));
      if (done.has(file)) return;
      for (const { to } of edges.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    };
    for (const file of sources) visit(file, []);
  });
});
