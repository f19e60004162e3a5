import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { iconBytes } from './artefact/budgets.ts';
import { dependencyTables, packageSizes } from './artefact/dependencies.ts';
import { build } from './build.ts';
import { projectRoot } from './projectRoot.ts';

const PAGE = join(projectRoot, 'docs/dependencies.md');
const MARKED = /(?<=<!-- tables -->\n)[^]*(?=<!-- \/tables -->)/;

const sizes = packageSizes(await build(), iconBytes(join(projectRoot, 'dist')));
const page = readFileSync(PAGE, 'utf8').replace(MARKED, `\n${dependencyTables(sizes)}\n\n`);
writeFileSync(PAGE, await format(page, { parser: 'markdown', printWidth: 100 }));
