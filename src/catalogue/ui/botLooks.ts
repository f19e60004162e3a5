import * as vscode from 'vscode';
import { type Bot, environmentKind, type EnvironmentKind } from '../../base/model.ts';
import type { Catalogue } from '../catalogue.ts';

/** Colours for text in lists: they have the contrast for it in every theme. */
const COLOURS: Readonly<Partial<Record<EnvironmentKind, string>>> = {
  production: 'list.errorForeground',
  staging: 'list.warningForeground',
  development: 'terminal.ansiGreen',
};

/** The colour of a bot's environment, for its icon and its name. */
function colourOf(bot: Pick<Bot, 'environment'>): vscode.ThemeColor | undefined {
  const id = COLOURS[environmentKind(bot)];
  return id === undefined ? undefined : new vscode.ThemeColor(id);
}

/** A lock as long as it is read-only. */
export function botIcon(bot: Bot, isReadOnly: boolean): vscode.ThemeIcon {
  const icon = isReadOnly ? 'lock' : bot.kind === 'sandbox' ? 'beaker' : 'hubot';
  return new vscode.ThemeIcon(icon, colourOf(bot));
}

/** The icon on a tab about the bot: a lock or a dot in the colour of its environment. */
export function tabIcon(
  extensionUri: vscode.Uri,
  bot: Bot,
  isReadOnly: boolean,
): vscode.Uri | undefined {
  const kind = environmentKind(bot);
  if (kind === 'none' && !isReadOnly) return undefined;
  const file = `tab-${kind}${isReadOnly ? '-locked' : ''}.svg`;
  return vscode.Uri.joinPath(extensionUri, 'media', file);
}

/** A bot's label, with its environment when it has one: `Shop (production)`. */
export function nameOfBot({ label, environment }: Pick<Bot, 'label' | 'environment'>): string {
  return environment === '' ? label : `${label} (${environment})`;
}

/** With the bot, where it has an environment: that is what the person has to know before a write. */
export function titleAt(bot: Bot | undefined, title: string): string {
  return bot === undefined || bot.environment === '' ? title : `${title} · ${nameOfBot(bot)}`;
}

/** What stands behind a bot's label, its environment first when it has one. */
export function behindLabel({ environment }: Pick<Bot, 'environment'>, text: string): string {
  return environment === '' ? text : `${environment} · ${text}`;
}

/** Says why nothing can be written to a read-only bot. */
export function readOnlyText(label: string): string {
  return vscode.l10n.t(
    '"{0}" is read-only. To allow changes in the service, use "Bot Settings…" on the bot.',
    label,
  );
}

/** Returns what to call the bots, by key. Empty if there is only one. */
export function botLabels(catalogue: Catalogue): ReadonlyMap<string, string> {
  const bots = catalogue.bots();
  return new Map(bots.length > 1 ? bots.map((bot) => [bot.key, nameOfBot(bot)]) : []);
}

const SCHEME = 'bot-tags-bot';

/** The address of a bot's row, which holds its environment: with another one it is drawn anew. */
export function rowUri(bot: Pick<Bot, 'key' | 'environment'>): vscode.Uri | undefined {
  const kind = environmentKind(bot);
  if (colourOf(bot) === undefined) return undefined;
  return vscode.Uri.from({ scheme: SCHEME, path: `/${encodeURIComponent(bot.key)}`, query: kind });
}

/** A label has its colour from its address only. */
export function colourRows(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }) => {
      const color = scheme === SCHEME ? colourOf({ environment: query }) : undefined;
      return color && { color };
    },
  });
}
