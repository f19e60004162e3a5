import { writeSync } from 'node:fs';

import { WriteTurns } from '../../../../src/base/promises.ts';
import { openStores } from '../../../../src/runs/openCatalogue.ts';
import { change, incrementCounter } from './mixedChanges.ts';

// Process that writes as a window does, and that can be killed. It makes one change after the
// other, and writes the number of each change to the pipe as soon as the call has returned.
const [file = '', series = '', count = ''] = process.argv.slice(2);
const { store: catalogue, problem } = await openStores(file);
const turns = new WriteTurns();
if (problem !== undefined) throw new Error(problem);
for (let index = 0; index < Number(count); index++) {
  await turns.take(() => change(catalogue, series, index));
  if (series.startsWith('counting')) await turns.take(() => incrementCounter(catalogue));
  writeSync(1, `${index}\n`);
}
catalogue.close();
