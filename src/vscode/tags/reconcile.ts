import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import type { Bot } from '../../core/model.ts';
import { sentences } from '../../core/sentences.ts';
import type { ReconcileSummary } from '../../surface/results.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { comma, checkedText, itemCount } from '../kit/counts.ts';
import { whileCancellable } from '../kit/progress.ts';
import type { SecretTokens } from '../kit/tokens.ts';
import { showInformation } from '../kit/window.ts';
import type { WorkspaceFiles } from '../workspaceFile/workspaceFiles.ts';
import { awayText, eachBot, type Away } from './eachBot.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly tokens: SecretTokens;
  readonly files: WorkspaceFiles;
}
type Report = (done: number, total: number) => void;

/** Asks the service for each item, and shows in the tree and in loaded files where they are not right. */
export function reconcile(parts: Needs): Handler<'botTags.reconcile'> {
  const all = async (bots: readonly Bot[], signal: AbortSignal, report?: Report) => {
    const total = { checked: 0, renamed: 0, gone: 0, wrongBot: 0, failed: 0, problems: 0 };
    const left: string[] = [];
    const wanted = bots.map((bot) => ({ bot }));
    const away = await eachBot(wanted, signal, async ({ bot }) => {
      if (!(await canBeAsked(parts, bot))) return void left.push(bot.label);
      const { checked, findings } = await (await parts.items()).reconcile(bot, signal, report);
      total.checked += checked;
      for (const { kind } of findings) total[kind === 'wrong-bot' ? 'wrongBot' : kind]++;
      total.problems = await parts.files.found(bot.key, findings);
    });
    return { summary: { ...total, left }, away };
  };
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const keys = [...new Set(hand.nodes.map(({ bot }) => bot))];
      const bots =
        keys.length === 0 ? catalogue.bots() : keys.map((key) => botNamed(catalogue, key));
      const { summary, away } = await whileCancellable(
        vscode.l10n.t('Asking the service for each known tag'),
        (signal, report) => all(bots, signal, report),
      );
      if (away.length < bots.length) void say(summary, away);
      if (away[0] !== undefined) throw away[0].error;
    },
    byProgram: async ({ bot }) => {
      const catalogue = await parts.catalogue();
      const bots = bot === undefined ? catalogue.bots() : [botNamed(catalogue, bot)];
      const { summary, away } = await all(bots, new AbortController().signal);
      if (away[0] !== undefined) throw away[0].error;
      return summary;
    },
  };
}

/** Without a token, or with an address that nobody has confirmed, nothing may be sent. */
async function canBeAsked({ tokens }: Needs, bot: Bot): Promise<boolean> {
  if (bot.kind === 'sandbox') return true;
  return bot.isConfirmed && (await tokens.has(bot.key));
}

async function say(summary: ReconcileSummary, away: readonly Away[]): Promise<void> {
  const { checked, left, problems } = summary;
  const text = checkedText(itemCount(checked), summary);
  const leftOut =
    left.length === 0
      ? []
      : [vscode.l10n.t('Not asked because the token is missing: {0}.', left.join(comma()))];
  const show = vscode.l10n.t('Show Problems');
  const choice = await showInformation(
    sentences([text, ...leftOut, ...awayText(away)]),
    ...(problems > 0 ? [show] : []),
  );
  if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
