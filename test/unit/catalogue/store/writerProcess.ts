import { writeSync } from 'node:fs';

import { WriteTurns } from '../../../../src/catalogue/writeTurns.ts';
import { openCatalogue } from '../../../../src/runs/openCatalogue.ts';
import { change, raise } from './mixedChanges.ts';

// A window's part of the extension host, as a process that can be killed: changes one after the other, and each
// acknowledged with its number, written to the pipe at once, when its call has returned.
const [file = '', run = '', count = ''] = process.argv.slice(2);
const { catalogue, problem } = await openCatalogue(file);
const turns = new WriteTurns();
if (problem !== undefined) throw new Error(problem);
for (let at = 0; at < Number(count); at++) {
  await turns.take(() => change(catalogue, run, at));
  if (run.startsWith('counting')) await turns.take(() => raise(catalogue));
  writeSync(1, `${at}\n`);
}
catalogue.close();
