import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setInterval } from 'node:timers';

import { whileLocked } from '../../../../src/catalogue/store/database.ts';

// Process that takes the lock, reports it, and holds it until the process is killed.
const [lock = ''] = process.argv.slice(2);
// Keeps the process alive.
setInterval(() => undefined, 60_000);
await whileLocked(new DatabaseSync(lock), async () => {
  writeSync(1, 'taken\n');
  await new Promise(() => undefined);
});
