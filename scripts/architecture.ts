import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawHouse } from './house/drawing.ts';
import { withRooms } from './house/roomList.ts';
import { projectRoot } from './projectRoot.ts';

/** `npm run architecture`: brings ARCHITECTURE.md and its picture up to the code. */
const page = join(projectRoot, 'ARCHITECTURE.md');
writeFileSync(page, withRooms(readFileSync(page, 'utf8')));
writeFileSync(join(projectRoot, 'docs/architecture.svg'), drawHouse());
