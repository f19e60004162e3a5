import * as vscode from 'vscode';
import { type Bot, environmentKind, type EnvironmentKind } from '../../base/model.ts';
import type { Catalogue } from '../catalogue.ts';

/** Colors for text in lists, which have enough contrast in every theme. */
const COLORS: Readonly<Partial<Record<EnvironmentKind, string>>> = {
  production: 'list.errorForeground',
  staging: 'list.warningForeground',
  development: 'terminal.ansiGreen',
};

function colorOf(bot: Pick<Bot, 'environment'>): vscode.ThemeColor | undefined {
  const id = COLORS[environmentKind(bot)];
  return id === undefined ? undefined : new vscode.ThemeColor(id);
}

export function botIcon(bot: Bot, isReadOnly: boolean): vscode.ThemeIcon {
  const icon = isReadOnly ? 'lock' : bot.kind === 'sandbox' ? 'beaker' : 'hubot';
  return new vscode.ThemeIcon(icon, colorOf(bot));
}

/** Returns the icon for a tab about the bot: a lock or a dot in the color of its environment, or the product's icon. */
export function tabIcon(extensionUri: vscode.Uri, bot: Bot, isReadOnly: boolean): vscode.Uri {
  const environment = environmentKind(bot);
  const isPlain = environment === 'none' && !isReadOnly;
  // The lock of a bot without an environment is gray, as for an environment of an unknown kind.
  const kind = environment === 'none' ? 'other' : environment;
  const file = isPlain ? 'icon.png' : `tab-${kind}${isReadOnly ? '-locked' : ''}.svg`;
  return vscode.Uri.joinPath(extensionUri, 'media', file);
}

export function nameOfBot({ label, environment }: Pick<Bot, 'label' | 'environment'>): string {
  return environment === '' ? label : `${label} (${environment})`;
}

/** Adds the bot to a title if the bot has an environment. Users must see the environment before they write. */
export function titleAt(bot: Bot | undefined, title: string): string {
  return bot === undefined || bot.environment === '' ? title : `${title} · ${nameOfBot(bot)}`;
}

/** Returns what to show after a bot's label: its environment, if it has one, "read-only", if it is, and a text. */
export function textAfterLabel({ environment }: Bot, isReadOnly: boolean, text: string): string {
  const { l10n } = vscode;
  const stateText = isReadOnly ? l10n.t('{0} · {1}', l10n.t('read-only'), text) : text;
  return environment === '' ? stateText : `${environment} · ${stateText}`;
}

export function readOnlyText(label: string): string {
  return vscode.l10n.t(
    '"{0}" is read-only. To allow changes in the service, use "Bot Settings…" on the bot.',
    label,
  );
}

/** Returns the names of the bots by key. Empty if there is only one bot, because then the name is not needed. */
export function botLabels(catalogue: Catalogue): ReadonlyMap<string, string> {
  const bots = catalogue.bots();
  return new Map(bots.length > 1 ? bots.map((bot) => [bot.key, nameOfBot(bot)]) : []);
}

const SCHEME = 'bot-tags-bot';

/** Returns the URI of a bot's row. Contains the kind of the environment, so that a change of it redraws the row. */
export function rowUri(bot: Pick<Bot, 'key' | 'environment'>): vscode.Uri | undefined {
  const kind = environmentKind(bot);
  if (colorOf(bot) === undefined) return undefined;
  return vscode.Uri.from({ scheme: SCHEME, path: `/${encodeURIComponent(bot.key)}`, query: kind });
}

/** Colors the labels of bots. VS Code takes the color of a label only from its URI. */
export function colorRows(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }) => {
      // The kind of an environment is itself an environment of this kind.
      const color = scheme === SCHEME ? colorOf({ environment: query }) : undefined;
      return color && { color };
    },
  });
}
