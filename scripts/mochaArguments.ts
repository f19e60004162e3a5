import { join } from 'node:path';
import { projectRoot } from './projectRoot.ts';

/** Returns the arguments with which Node runs mocha on TypeScript files. */
export function mochaArguments(files: string | readonly string[], ...flags: string[]): string[] {
  return [join(projectRoot, 'node_modules/mocha/bin/mocha.js'), ...[files].flat(), ...flags];
}
