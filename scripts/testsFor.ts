import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { importsOf } from './house/imports.ts';
import { projectRoot } from './projectRoot.ts';

/** Matches names of threads and processes, which are started by their file name. */
const STARTED_NAME = /\b(\w+(?:Worker|Child|Process))\b/g;

/** Index of the source files that unit tests reach through their imports. */
export class TestsFor {
  /** For each test, the number of imports on the shortest way to each file that the test reaches. */
  readonly #distances = new Map<string, ReadonlyMap<string, number>>();
  readonly #imports = new Map<string, readonly string[]>();

  constructor() {
    const folder = join(projectRoot, 'test/unit');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.test.ts')) continue;
      const file = relative(projectRoot, join(folder, name));
      this.#distances.set(file, this.#reached(file));
    }
  }

  /** Paths of unit test files, relative to the project. */
  get files(): readonly string[] {
    return [...this.#distances.keys()];
  }

  /** Returns the file itself and all project files that it imports, directly or indirectly. */
  reachedBy(test: string): readonly string[] {
    return [...(this.#distances.get(test)?.keys() ?? [])];
  }

  /** Returns the tests that reach a source file, nearest first, as project paths. */
  reaching(source: string): readonly string[] {
    const reachingTests = [...this.#distances].flatMap(([test, distances]) => {
      const distance = distances.get(normalize(source));
      return distance === undefined ? [] : [{ test, distance, size: distances.size }];
    });
    // If two tests are equally near, the one that imports fewer files is more specific.
    const sorted = reachingTests.toSorted((a, b) => a.distance - b.distance || a.size - b.size);
    return sorted.map(({ test }) => test);
  }

  #reached(test: string): ReadonlyMap<string, number> {
    const distances = new Map([[test, 0]]);
    for (const [file, distance] of distances) {
      for (const next of this.#importsOf(file)) {
        if (!distances.has(next)) distances.set(next, distance + 1);
      }
    }
    return distances;
  }

  #importsOf(file: string): readonly string[] {
    const cachedImports = this.#imports.get(file);
    if (cachedImports !== undefined) return cachedImports;
    const text = readFileSync(join(projectRoot, file), 'utf8');
    // Type-only imports have no code to run.
    const importedFiles = importsOf(file, text)
      .filter(({ isType }) => !isType)
      .map(({ to }) => normalize(to));
    const startedFiles = [...text.matchAll(STARTED_NAME)].map(([, name]) =>
      normalize(join(dirname(file), `${name}.ts`)),
    );
    // Packages are dropped, and so are files that do not exist: some tests contain imports in strings.
    const imports = [...importedFiles, ...startedFiles].filter((path) =>
      existsSync(join(projectRoot, path)),
    );
    this.#imports.set(file, imports);
    return imports;
  }
}
