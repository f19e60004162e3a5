import type { FrameLocator } from 'playwright-core';
import type { Workbench } from './e2e.ts';
import { sizeOf } from './sizes.ts';
import { testedVscode } from './vscodeFromNpm.ts';

/** One of each kind that VS Code has, and the class that it gives the body of a page. */
const THEMES = {
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
} as const;

/** The theme of the short runs for each test file that walks the themes. */
const FIRST = {
  customers: 'Dark High Contrast',
  overview: 'Light High Contrast',
  segments: 'Dark Modern',
} as const satisfies Record<string, keyof typeof THEMES>;

/**
 * Chooses one theme after another, each once the page has it: all of them in long runs, otherwise the one that this file
 * has in FIRST. In the oldest VS Code, whose colours are the same, one.
 */
export async function* eachTheme(
  workbench: Workbench,
  page: FrameLocator,
  file: keyof typeof FIRST,
): AsyncGenerator<{ readonly theme: string; readonly fileName: string }> {
  for (const [theme, kind] of testedThemes(file)) {
    await workbench.runCommand('Preferences: Color Theme');
    await workbench.quickInput.fill(theme);
    await workbench.quickInput.pick(theme);
    await page.locator(`body.${kind}`).waitFor();
    yield { theme, fileName: theme.toLowerCase().replaceAll(' ', '-') };
  }
}

function testedThemes(
  file: keyof typeof FIRST,
): readonly (readonly [theme: string, kind: string])[] {
  const all = Object.entries(THEMES);
  if (testedVscode() === 'oldest') return all.slice(-1);
  const first = all.findIndex(([theme]) => theme === FIRST[file]);
  return [...all.slice(first), ...all.slice(0, first)].slice(0, sizeOf('themesOfFile'));
}
