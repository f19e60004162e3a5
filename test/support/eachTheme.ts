import type { FrameLocator } from 'playwright-core';
import type { Workbench } from './e2e.ts';
import { sizeOf } from './sizes.ts';
import { testedVscode } from './vscodeFromNpm.ts';

/** Themes, one of each kind that VS Code has, and the class that VS Code sets on the body of a page. */
const THEMES = {
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
} as const;

/** Theme that each test file uses in short runs. */
const THEME_IN_SHORT_RUNS = {
  customers: 'Dark High Contrast',
  overview: 'Light High Contrast',
  segments: 'Dark Modern',
} as const satisfies Record<string, keyof typeof THEMES>;

/**
 * Selects one theme after another and yields each as soon as the page has it. Long runs use all themes, short runs only
 * the one in `THEME_IN_SHORT_RUNS`. The oldest VS Code has the same colors, so it is tested with one theme.
 */
export async function* eachTheme(
  workbench: Workbench,
  page: FrameLocator,
  file: keyof typeof THEME_IN_SHORT_RUNS,
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
  file: keyof typeof THEME_IN_SHORT_RUNS,
): readonly (readonly [theme: string, kind: string])[] {
  const themes = Object.entries(THEMES);
  if (testedVscode() === 'oldest') return themes.slice(-1);
  const first = themes.findIndex(([theme]) => theme === THEME_IN_SHORT_RUNS[file]);
  return [...themes.slice(first), ...themes.slice(0, first)].slice(0, sizeOf('themesOfFile'));
}
