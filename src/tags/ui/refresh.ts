import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { type Bot, FOLDER } from '../../base/model.ts';
import { SingleFlight } from '../../base/promises.ts';
import { sentences } from '../../base/text.ts';
import { checkedText, comma, itemCountText } from '../../base/ui/localeTexts.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { confirm, sayDone, showInformation } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import {
  countFindings,
  type RefreshResult,
  idsUncheckedFirst,
} from '../../catalogue/itemActions.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import type { TreeNode } from '../../catalogue/ui/treeNode.ts';
import type { RefreshSummary } from '../../commands/results.ts';
import type { CustomerServices } from '../../customers/ui/customerServices.ts';

/** Maximum number of requests to send without a confirmation. */
const MAX_UNCONFIRMED = 1000;

type Needs = Pick<CustomerServices, 'catalogue' | 'items' | 'tokens' | 'files'>;

interface RefreshTarget {
  readonly bot: Bot;
  readonly ids: readonly string[];
  /** Whether `ids` contains all items of the bot. */
  readonly isWhole: boolean;
  /** Whether the user chose this bot or its items. Otherwise, a bot that cannot be read is skipped, not an error. */
  readonly isChosen: boolean;
}

interface FailedBot {
  readonly bot: Bot;
  readonly error: unknown;
}

/** Reports how many items of the current bot were read, and how many have to be read. */
type Report = (done: number, total: number) => void;

/** Reads each item from the service, and shows differences in the tree and in loaded workspace files. */
export function refresh(services: Needs): Handler<'botTags.refresh'> {
  const refreshAll = createRefresher(services);
  return {
    interactive: async (context) => {
      const targets = targetsOf(await services.catalogue(), context);
      await confirmRefresh(targets.reduce((total, { ids }) => total + ids.length, 0));
      const { summary, failedBots } = await withProgress(
        { title: vscode.l10n.t('Checking with the service…'), location: 'notification' },
        ({ signal, reportCount }) => refreshAll(targets, signal, reportCount),
      );
      if (failedBots.length < targets.length) void showResult(summary, failedBots);
      if (failedBots[0] !== undefined) throw failedBots[0].error;
    },
    withArguments: async ({ bot }) => {
      const catalogue = await services.catalogue();
      const targets =
        bot === undefined
          ? allTargets(catalogue)
          : [{ ...targetOfBot(catalogue, botByReference(catalogue, bot)), isChosen: true }];
      const { summary, failedBots } = await refreshAll(targets, new AbortController().signal);
      if (failedBots[0] !== undefined) throw failedBots[0].error;
      return summary;
    },
  };
}

/** Returns a function that refreshes bots, one after the other. */
function createRefresher(services: Needs) {
  // A second refresh of the same bot waits for the first one, because it would send the same requests.
  const singleFlight = new SingleFlight();
  const refreshBot = async (
    { bot, ids, isWhole }: RefreshTarget,
    signal: AbortSignal,
    report?: Report,
  ): Promise<RefreshResult> => {
    const items = await services.items();
    if (!isWhole) return items.refresh(bot, ids, signal, report);
    return singleFlight.join(bot.key, signal, (sharedRequest) =>
      items.refresh(bot, ids, sharedRequest.signal, report),
    );
  };
  return async (targets: readonly RefreshTarget[], signal: AbortSignal, report?: Report) => {
    const totals = { checked: 0, renamed: 0, gone: 0, wrongBot: 0, failed: 0, problems: 0 };
    const skippedBots: string[] = [];
    const failedBots: FailedBot[] = [];
    for (const target of targets) {
      const { bot, ids, isChosen } = target;
      try {
        if (!isChosen && !(await canBeRead(services, bot))) {
          skippedBots.push(bot.label);
          continue;
        }
        const { checked, findings } = await refreshBot(target, signal, report);
        const counts = countFindings(findings);
        totals.checked += checked;
        for (const kind of ['renamed', 'gone', 'wrongBot', 'failed'] as const)
          totals[kind] += counts[kind];
        // Not a sum: this is the number of problems of all loaded files.
        totals.problems = await services.files.diagnostics.showFindings(bot.key, ids, findings);
      } catch (error) {
        // A failure of one bot does not stop the others. An abort of the signal does.
        signal.throwIfAborted();
        failedBots.push({ bot, error });
      }
    }
    return { summary: { ...totals, left: skippedBots }, failedBots };
  };
}

function targetsOf(
  catalogue: Catalogue,
  { nodes, file }: CommandContext,
): readonly RefreshTarget[] {
  if (file !== undefined) return targetsInFile(catalogue, file);
  if (nodes.length === 0) return allTargets(catalogue);
  const keys = [...new Set(nodes.map(({ bot }) => bot))];
  return keys.map((key) => {
    const bot = botByReference(catalogue, key);
    const nodesOfBot = nodes.filter((node) => node.bot === key);
    const isWhole = nodesOfBot.some(({ isBot }) => isBot);
    const target = isWhole
      ? targetOfBot(catalogue, bot)
      : selectedTarget(catalogue, bot, nodesOfBot);
    return { ...target, isChosen: true };
  });
}

function allTargets(catalogue: Catalogue): readonly RefreshTarget[] {
  return catalogue.bots().map((bot) => targetOfBot(catalogue, bot));
}

function targetOfBot(catalogue: Catalogue, bot: Bot): RefreshTarget {
  const ids = idsUncheckedFirst(catalogue.items(bot.key));
  return { bot, ids, isWhole: true, isChosen: false };
}

function selectedTarget(
  catalogue: Catalogue,
  bot: Bot,
  nodes: readonly TreeNode[],
): Omit<RefreshTarget, 'isChosen'> {
  const includesNoFolderRow = nodes.some(({ isNoFolderRow }) => isNoFolderRow);
  const topItems = includesNoFolderRow ? catalogue.children(bot.key, null) : [];
  const itemsOfNoFolderRow = topItems.filter(({ type }) => type !== FOLDER);
  const ids = new Set([
    ...itemsOf(catalogue, nodes).map(({ id }) => id),
    ...idsUncheckedFirst(itemsOfNoFolderRow),
  ]);
  return { bot, ids: [...ids], isWhole: false };
}

function targetsInFile(catalogue: Catalogue, file: vscode.Uri): readonly RefreshTarget[] {
  const entries = catalogue.listedIn(file.toString());
  const botKeys = new Set(entries.map(({ bot }) => bot));
  if (botKeys.size === 0) {
    throw new NoticeError(
      vscode.l10n.t('This file is not loaded. Use "Load List from Workspace File" first.'),
    );
  }
  return [...botKeys].map((key) => {
    const ids = entries.flatMap(({ bot, item }) => (bot === key && item !== null ? [item] : []));
    return { bot: botByReference(catalogue, key), ids, isWhole: false, isChosen: false };
  });
}

async function confirmRefresh(requestCount: number): Promise<void> {
  if (requestCount <= MAX_UNCONFIRMED) return;
  const { l10n } = vscode;
  const button = l10n.t('Refresh');
  const message = l10n.t('Refresh {0}?', itemCountText(requestCount));
  const detail = [
    l10n.t(
      'The refresh sends one request per item to the service, eight requests at a time. You can cancel the refresh.',
    ),
  ];
  await confirm({ message, detail, isWarning: false }, button);
}

/** Requests need a token and a confirmed base URL, except for the sandbox. */
async function canBeRead({ tokens }: Needs, bot: Bot): Promise<boolean> {
  if (bot.kind === 'sandbox') return true;
  return bot.isConfirmed && (await tokens.has(bot.key));
}

/** Shows the result: a notification if anything differed or failed, otherwise a status bar message. */
async function showResult(
  summary: RefreshSummary,
  failedBots: readonly FailedBot[],
): Promise<void> {
  const { checked, renamed, gone, wrongBot, failed, left: skippedBots, problems } = summary;
  const skippedText = vscode.l10n.t(
    'Bots without a token, or with a base URL that is not confirmed, were not refreshed: {0}. Use "Enter Token…" on these bots, then refresh again.',
    skippedBots.join(comma()),
  );
  const failedText = vscode.l10n.t(
    'These bots could not be refreshed: {0}.',
    failedBots.map(({ bot }) => bot.label).join(comma()),
  );
  const text = sentences([
    checkedText(itemCountText(checked), summary),
    skippedBots.length > 0 ? skippedText : '',
    failedBots.length > 0 ? failedText : '',
  ]);
  const notableCount = renamed + gone + wrongBot + failed + skippedBots.length + problems;
  if (notableCount === 0) return sayDone(text);
  const show = vscode.l10n.t('Show Problems');
  const choice = await showInformation(text, ...(problems > 0 ? [show] : []));
  if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
