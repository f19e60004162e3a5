import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainProblems } from './house/plainWords.ts';
import { projectRoot } from './projectRoot.ts';

const PAGES = ['*.md', 'docs/*.md', 'media/skill/*.md'];

/** Returns the texts of the UI, and each line of the pages with its location. */
function allTexts(): readonly { readonly at: string; readonly text: string }[] {
  const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
  const bundle = 'l10n/bundle.l10n.zh-tw.json';
  const titles = Object.entries<string>(JSON.parse(read('package.nls.json')));
  const pages = globSync(PAGES, { cwd: projectRoot });
  return [
    ...Object.keys(JSON.parse(read(bundle))).map((text) => ({ at: bundle, text })),
    ...titles.map(([key, text]) => ({ at: key, text })),
    ...pages.flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, index) => ({ at: `${file}:${index + 1}`, text })),
    ),
  ];
}

const problems = allTexts().flatMap(({ at, text }) => {
  const found = plainProblems(text);
  return found.length === 0 ? [] : [`${at}: ${found.join('; ')}\n    ${text.trim()}`];
});
for (const line of problems) console.error(line);
if (problems.length > 0) process.exitCode = 1;
