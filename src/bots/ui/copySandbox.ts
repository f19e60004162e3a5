import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { connectionLines } from '../../service/connectionLines.ts';
import { botInHand, botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import { SANDBOX_PORT, type SandboxHost } from '../../catalogue/ui/sandboxHost.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly sandbox: SandboxHost;
  /** Absolute path of the program that runs the sandbox without VS Code. */
  readonly sandboxCli: string;
}

/** Copies the connection to the sandbox as lines for a `.env` file, with the command that runs it without VS Code. */
export function copySandbox(parts: Needs): Handler<'botTags.copySandbox'> {
  const copy = async (bot: Bot): Promise<string> => {
    const connection = await parts.sandbox.connection(bot);
    const options = `--port ${SANDBOX_PORT} --token ${connection.token}`;
    return copyLines([`# node "${parts.sandboxCli}" ${options}`, ...connectionLines(connection)]);
  };
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Copy Sandbox Connection');
      const bot = await botInHand(await parts.catalogue(), hand, title, {
        accepts: ({ kind }) => kind === 'sandbox',
        none: vscode.l10n.t(
          'There is no bot yet. Use "Bot Tags: Add Bot…" or "Bot Tags: Try the Sandbox".',
        ),
      });
      await copy(bot);
      sayDone(vscode.l10n.t('{0} copied.', bot.label));
    },
    byProgram: async ({ bot: reference }) => {
      const bot = botNamed(await parts.catalogue(), reference);
      if (bot.kind !== 'sandbox') throw new UserError(notSandboxText(bot.label));
      return copy(bot);
    },
  };
}

function notSandboxText(label: string): string {
  return vscode.l10n.t(
    'Nothing was copied, because "{0}" is not the sandbox. To add the sandbox, use "Bot Tags: Try the Sandbox".',
    label,
  );
}
