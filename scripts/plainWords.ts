import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentsOf } from './house/comments.ts';
import { commentProblems, plainProblems } from './house/plainWords.ts';
import { projectRoot } from './projectRoot.ts';

const PAGES = ['*.md', 'docs/*.md', 'media/skill/*.md'];
const CODE = ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.ts'];

/** Returns the texts of the UI, and each line of the Markdown files, each with its location. */
function allTexts(): readonly { readonly location: string; readonly text: string }[] {
  const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
  const bundle = 'l10n/bundle.l10n.zh-tw.json';
  const titles = Object.entries<string>(JSON.parse(read('package.nls.json')));
  const pages = globSync(PAGES, { cwd: projectRoot });
  return [
    ...Object.keys(JSON.parse(read(bundle))).map((text) => ({ location: bundle, text })),
    ...titles.map(([key, text]) => ({ location: key, text })),
    ...pages.flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, index) => ({ location: `${file}:${index + 1}`, text })),
    ),
  ];
}

/** Returns the comments of the code, each with its location. */
function allComments(): readonly { readonly location: string; readonly text: string }[] {
  return globSync(CODE, { cwd: projectRoot }).flatMap((file) =>
    commentsOf(file, readFileSync(join(projectRoot, file), 'utf8')).map(({ line, text }) => ({
      location: `${file}:${line}`,
      text,
    })),
  );
}

const problems = [
  ...allTexts().map(({ location, text }) => ({ location, text, messages: plainProblems(text) })),
  ...allComments().map(({ location, text }) => ({
    location,
    text,
    messages: commentProblems(text),
  })),
].filter(({ messages }) => messages.length > 0);
for (const { location, text, messages } of problems) {
  console.error(`${location}: ${messages.join('; ')}\n    ${text.trim()}`);
}
if (problems.length > 0) process.exitCode = 1;
