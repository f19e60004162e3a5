/** The colours of VS Code's own themes that the Tag Overview uses, by the class that VS Code gives the body. */
const COMMON = {
  'vscode-dark': {
    ...{ 'editor-background': '#1f1f1f', foreground: '#cccccc', focusBorder: '#0078d4' },
    ...{ descriptionForeground: '#9d9d9d', 'charts-blue': '#3794ff', 'panel-border': '#2b2b2b' },
    ...{ 'sideBar-background': '#181818', 'textLink-foreground': '#4daafc' },
    ...{ 'button-background': '#0078d4', 'button-foreground': '#ffffff' },
    ...{ 'button-secondaryBackground': '#313131', 'button-secondaryForeground': '#cccccc' },
    ...{
      'input-background': '#313131',
      'input-foreground': '#cccccc',
      'icon-foreground': '#cccccc',
    },
    ...{ 'input-placeholderForeground': '#989898', 'list-warningForeground': '#cca700' },
    ...{ 'list-errorForeground': '#f88070', 'toolbar-hoverBackground': '#5a5d5e50' },
    ...{ 'menu-background': '#1f1f1f', 'menu-foreground': '#cccccc', 'input-border': '#3c3c3c' },
    ...{ 'menu-selectionBackground': '#0078d4', 'menu-selectionForeground': '#ffffff' },
  },
  'vscode-light': {
    ...{ 'editor-background': '#ffffff', foreground: '#3b3b3b', focusBorder: '#005fb8' },
    ...{ descriptionForeground: '#3b3b3b', 'charts-blue': '#1a85ff', 'panel-border': '#e5e5e5' },
    ...{ 'sideBar-background': '#f8f8f8', 'textLink-foreground': '#005fb8' },
    ...{ 'button-background': '#005fb8', 'button-foreground': '#ffffff' },
    ...{ 'button-secondaryBackground': '#e5e5e5', 'button-secondaryForeground': '#3b3b3b' },
    ...{
      'input-background': '#ffffff',
      'input-foreground': '#3b3b3b',
      'icon-foreground': '#3b3b3b',
    },
    ...{ 'input-placeholderForeground': '#767676', 'list-warningForeground': '#855f00' },
    ...{ 'list-errorForeground': '#b01011', 'toolbar-hoverBackground': '#b8b8b850' },
    ...{ 'menu-background': '#ffffff', 'menu-foreground': '#3b3b3b', 'input-border': '#cecece' },
    ...{ 'menu-selectionBackground': '#005fb8', 'menu-selectionForeground': '#ffffff' },
  },
  'vscode-high-contrast': {
    ...{ 'editor-background': '#000000', foreground: '#ffffff', focusBorder: '#f38518' },
    ...{ descriptionForeground: '#ffffffb3', 'charts-blue': '#3794ff', contrastBorder: '#6fc3df' },
    ...{ 'sideBar-background': '#000000', 'textLink-foreground': '#21a6ff' },
    ...{ 'button-background': '#000000', 'button-foreground': '#ffffff' },
    ...{ 'button-secondaryForeground': '#ffffff', 'input-background': '#000000' },
    ...{ 'input-foreground': '#ffffff', 'icon-foreground': '#ffffff', 'panel-border': '#6fc3df' },
    ...{ 'input-placeholderForeground': '#ffffffb3', contrastActiveBorder: '#f38518' },
    ...{ 'menu-background': '#000000', 'menu-foreground': '#ffffff' },
  },
  'vscode-high-contrast-light': {
    ...{ 'editor-background': '#ffffff', foreground: '#292929', focusBorder: '#006bbd' },
    ...{ descriptionForeground: '#292929', 'charts-blue': '#0f4a85', contrastBorder: '#0f4a85' },
    ...{ 'sideBar-background': '#ffffff', 'textLink-foreground': '#0f4a85' },
    ...{ 'button-background': '#0f4a85', 'button-foreground': '#ffffff' },
    ...{ 'button-secondaryBackground': '#ffffff', 'button-secondaryForeground': '#292929' },
    ...{
      'input-background': '#ffffff',
      'input-foreground': '#292929',
      'icon-foreground': '#292929',
    },
    ...{ 'input-placeholderForeground': '#292929b3', 'panel-border': '#0f4a85' },
    ...{ contrastActiveBorder: '#006bbd', 'menu-background': '#ffffff' },
  },
} as const;

export const THEME_KINDS = Object.keys(COMMON) as (keyof typeof COMMON)[];

/** An expression that gives the page the colours of a theme. */
export function themed(kind: keyof typeof COMMON): string {
  const colours = Object.entries(COMMON[kind]).map(
    ([name, colour]) => `['--vscode-${name}', '${colour}']`,
  );
  return `(() => {
    const { style } = document.documentElement;
    for (const name of [...style]) style.removeProperty(name);
    for (const [name, colour] of [${colours.join()}]) style.setProperty(name, colour);
    style.setProperty('--vscode-font-family', 'Ubuntu, "Noto Sans", sans-serif');
    document.body.className = '${kind}';
  })()`;
}
