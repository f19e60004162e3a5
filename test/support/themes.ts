import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** VS Code's default themes, and the class that each sets on the body of a page. */
export const THEMES = {
  'Dark 2026': 'vscode-dark',
  'Light 2026': 'vscode-light',
  'Dark Modern': 'vscode-dark',
  'Light Modern': 'vscode-light',
  'Dark High Contrast': 'vscode-high-contrast',
  'Light High Contrast': 'vscode-high-contrast-light',
} as const;

export type Theme = keyof typeof THEMES;

/** CSS variables and their values, by theme. */
export type ThemeTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Themes {
  /** Names of all CSS variables that the pages use. */
  readonly variables: readonly string[];
  readonly themes: ThemeTable;
}

/** Table of the themes, written by `npm run pictures -- --themes` from a running VS Code. */
export const themesFile = join(import.meta.dirname, 'themes.json');

export function readThemes(): Themes {
  return JSON.parse(readFileSync(themesFile, 'utf8')) as Themes;
}

/** Returns a script that gives a page the look of a theme, as VS Code would. */
export function themed(theme: Theme): string {
  const values = JSON.stringify(Object.entries(readThemes().themes[theme] ?? {}));
  return `(() => {
    const { style } = document.documentElement;
    for (const name of [...style]) style.removeProperty(name);
    for (const [name, value] of ${values}) style.setProperty(name, value);
    style.setProperty('--vscode-font-family', '"Open Sans", Ubuntu, "Noto Sans", sans-serif');
    style.setProperty('--vscode-font-size', '13px');
    document.body.className = '${THEMES[theme]}';
  })()`;
}
