import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setInterval } from 'node:timers';

import { whileLocked } from '../../../../src/catalogue/store/database.ts';

// A window that takes the lock, says so, and never gives it back: until it is killed.
const [lock = ''] = process.argv.slice(2);
setInterval(() => undefined, 60_000);
await whileLocked(new DatabaseSync(lock), async () => {
  writeSync(1, 'taken\n');
  await new Promise(() => undefined);
});
