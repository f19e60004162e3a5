import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf } from './house/imports.ts';
import { projectRoot } from './projectRoot.ts';
import { TestsFor } from './testsFor.ts';

const CHROMIUM = 'test/support/chromium.ts';
/** Modules with which a test starts processes or threads, or opens sockets. */
const OUTSIDE_MODULES: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:worker_threads',
  'node:net',
  'node:http',
  'undici',
]);

export interface UnitLanes {
  /** Files that start nothing and open no sockets. */
  readonly pure: readonly string[];
  /** Files that start processes or threads, or open sockets. */
  readonly processes: readonly string[];
  /** Files that test pages in Chromium. */
  readonly chromium: readonly string[];
}

/** Sorts the unit test files by what they start, according to their imports. */
export function unitLanes(): UnitLanes {
  const lanes = { pure: [] as string[], processes: [] as string[], chromium: [] as string[] };
  const tests = new TestsFor();
  const usesOutside = new Map<string, boolean>();
  const isOutside = (file: string): boolean => {
    const isKnownOutside = usesOutside.get(file) ?? importsOutsideModule(file);
    usesOutside.set(file, isKnownOutside);
    return isKnownOutside;
  };
  for (const file of tests.files.toSorted()) {
    const reached = tests.reachedBy(file);
    if (reached.includes(CHROMIUM)) lanes.chromium.push(file);
    else if (reached.some(isOutside)) lanes.processes.push(file);
    else lanes.pure.push(file);
  }
  return lanes;
}

function importsOutsideModule(file: string): boolean {
  const text = readFileSync(join(projectRoot, file), 'utf8');
  return importsOf(file, text).some(({ to, isType }) => !isType && OUTSIDE_MODULES.has(to));
}
