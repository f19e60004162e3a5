import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainProblems } from './house/plainWords.ts';
import { projectRoot } from './projectRoot.ts';

/** Lines that may use a word of the list, by file and by a part of the line. */
const ALLOWED: readonly (readonly [file: string, part: string])[] = [];

const PAGES = ['*.md', 'docs/*.md', 'media/skill/*.md'];

/** The texts of the UI, by file, and the number of each line of the pages. */
function allTexts(): readonly {
  readonly file: string;
  readonly at: string;
  readonly text: string;
}[] {
  const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
  const bundle = 'l10n/bundle.l10n.zh-tw.json';
  const titles = Object.entries<string>(JSON.parse(read('package.nls.json')));
  const pages = globSync(PAGES, { cwd: projectRoot }).filter((file) => file !== 'ARCHITECTURE.md');
  return [
    ...Object.keys(JSON.parse(read(bundle))).map((text) => ({ file: bundle, at: bundle, text })),
    ...titles.map(([key, text]) => ({ file: 'package.nls.json', at: key, text })),
    ...pages.flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, index) => ({ file, at: `${file}:${index + 1}`, text })),
    ),
  ];
}

const unused = new Set(ALLOWED);
const problems = allTexts().flatMap(({ file, at, text }) => {
  const found = plainProblems(text);
  if (found.length === 0) return [];
  const allowed = ALLOWED.find(([place, part]) => place === file && text.includes(part));
  if (allowed !== undefined) {
    unused.delete(allowed);
    return [];
  }
  return [`${at}: ${found.join('; ')}\n    ${text.trim()}`];
});
const idle = [...unused].map(([file, part]) => `No longer needed: ${file}, "${part}"`);
for (const line of [...problems, ...idle]) console.error(line);
if (problems.length + idle.length > 0) process.exitCode = 1;
