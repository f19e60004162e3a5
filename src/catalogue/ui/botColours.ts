import * as vscode from 'vscode';
import { environmentKind } from '../../base/environment.ts';
import type { Bot } from '../../base/model.ts';
import { colourOf } from './botLooks.ts';

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
