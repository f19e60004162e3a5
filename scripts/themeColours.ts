import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { THEMES, themesFile, type ThemeTable } from '../test/support/themes.ts';
import type { Workbench } from '../test/support/e2e.ts';
import { projectRoot } from './projectRoot.ts';

/** Returns the CSS variables of VS Code that the style sheets and scripts of the pages use. */
export function usedVariables(): readonly string[] {
  const pages = filesBelow('src', '.ts').filter((file) => /[\\/]page[\\/]/.test(file));
  const files = [...filesBelow('media', '.css'), ...pages];
  const names = files.flatMap((file) => readFileSync(file, 'utf8').match(/--vscode-[\w-]+/g) ?? []);
  return [...new Set(names)].filter((name) => !name.startsWith('--vscode-font')).toSorted();
}

function filesBelow(folder: string, ending: string): readonly string[] {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith(ending))
    .map((file) => join(projectRoot, folder, file));
}

/** Reads the variables of each theme from a running VS Code into the theme table of the tests. */
export async function writeThemes(workbench: Workbench): Promise<void> {
  const names = usedVariables();
  const themes: Record<string, ThemeTable[string]> = {};
  await workbench.activityTab('Bot Tags');
  await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
  await workbench.treeItem(/^Sandbox/).waitFor();
  await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Show Customers');
  const page = await workbench.webviewFrame('Customers: Sandbox');
  for (const [theme, kind] of Object.entries(THEMES)) {
    await workbench.runCommand('Preferences: Color Theme');
    await workbench.quickInput.fill(theme);
    await workbench.quickInput.pick(theme);
    const body = page.locator(`body.${kind}[data-vscode-theme-name="${theme}"]`);
    await body.waitFor();
    themes[theme] = await body.evaluate(`(() => {
      const style = getComputedStyle(document.documentElement);
      const values = ${JSON.stringify(names)}.map((name) => [name, style.getPropertyValue(name)]);
      return Object.fromEntries(values.filter(([, value]) => value !== ''));
    })()`);
  }
  const text = JSON.stringify({ variables: names, themes });
  const options = await resolveConfig(themesFile);
  writeFileSync(themesFile, await format(text, { ...options, parser: 'json' }));
}
