import { join } from 'node:path';
import { projectRoot } from './projectRoot.ts';

/** Required by mocha, this fails a unit test in which a rejection is lost. */
export const REJECTIONS = './test/support/rejections.ts';

/** The arguments with which this Node runs mocha over TypeScript files. */
export function mochaArguments(files: string, ...flags: string[]): string[] {
  return [join(projectRoot, 'node_modules/mocha/bin/mocha.js'), files, ...flags];
}
