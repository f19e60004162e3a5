import type { FrameLocator } from 'playwright-core';
import type { Workbench } from './e2e.ts';
import { testedVscode } from './vscodeFromNpm.ts';

/** One of each kind that VS Code has, and the class that it gives the body of a page. */
const THEMES = {
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
};

/** Chooses one theme after another, each once the page has it. In the oldest VS Code, whose colours are the same, one. */
export async function* eachTheme(
  workbench: Workbench,
  page: FrameLocator,
): AsyncGenerator<{ readonly theme: string; readonly fileName: string }> {
  for (const [theme, kind] of testedThemes()) {
    await workbench.runCommand('Preferences: Color Theme');
    await workbench.quickInput.fill(theme);
    await workbench.quickInput.pick(theme);
    await page.locator(`body.${kind}`).waitFor();
    yield { theme, fileName: theme.toLowerCase().replaceAll(' ', '-') };
  }
}

function testedThemes(): readonly (readonly [theme: string, kind: string])[] {
  const all = Object.entries(THEMES);
  return testedVscode() === 'oldest' ? all.slice(-1) : all;
}
