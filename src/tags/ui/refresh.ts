import * as vscode from 'vscode';
import { Cancelled, NoticeError } from '../../base/errors.ts';
import { type Bot, FOLDER } from '../../base/model.ts';
import { type Lazy, SingleFlight } from '../../base/promises.ts';
import { sentences } from '../../base/text.ts';
import { checkedText, comma, itemCount } from '../../base/ui/localeTexts.ts';
import { whileCancellable } from '../../base/ui/progress.ts';
import { ask, sayDone, showInformation } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import {
  countFindings,
  type ItemActions,
  type Refreshed,
  unaskedFirst,
} from '../../catalogue/itemActions.ts';
import { botNamed, type Hand, type Handler } from '../../catalogue/ui/handler.ts';
import { itemsOf } from '../../catalogue/ui/itemsOf.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';
import type { TreeNode } from '../../catalogue/ui/treeNode.ts';
import type { RefreshSummary } from '../../commands/results.ts';
import type { WorkspaceFiles } from '../../workspaceFile/ui/workspaceFiles.ts';

/** Maximum number of requests that a click sends without a question. */
const MOST_UNASKED = 1000;

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly tokens: SecretTokens;
  readonly files: WorkspaceFiles;
}

/** Items of one bot. */
interface Wanted {
  readonly bot: Bot;
  readonly ids: readonly string[];
  /** All items of the bot. */
  readonly isWhole: boolean;
  /** The bot itself was chosen: it is an error that it cannot be asked. Others are left out and listed. */
  readonly isChosen: boolean;
}
type Report = (done: number, total: number) => void;

/** Asks the service for each item, and shows in the tree and in loaded workspace files where they were wrong. */
export function refresh(parts: Needs): Handler<'botTags.refresh'> {
  // A second refresh of a bot while one runs would ask for the same again.
  const running = new SingleFlight();
  const askFor = async (
    { bot, ids, isWhole }: Wanted,
    signal: AbortSignal,
    report?: Report,
  ): Promise<Refreshed> => {
    const items = await parts.items();
    if (!isWhole) return items.refresh(bot, ids, signal, report);
    return running.join(bot.key, signal, (caller) =>
      items.refresh(bot, ids, caller.signal, report),
    );
  };
  const askAll = async (all: readonly Wanted[], signal: AbortSignal, report?: Report) => {
    const total = { checked: 0, renamed: 0, gone: 0, wrongBot: 0, failed: 0, problems: 0 };
    const left: string[] = [];
    const away = await eachBot(all, signal, async (wanted) => {
      const { bot, ids, isChosen } = wanted;
      if (!isChosen && !(await canBeAsked(parts, bot))) return void left.push(bot.label);
      const { checked, findings } = await askFor(wanted, signal, report);
      const counts = countFindings(findings);
      total.checked += checked;
      for (const kind of ['renamed', 'gone', 'wrongBot', 'failed'] as const)
        total[kind] += counts[kind];
      total.problems = await parts.files.found(bot.key, ids, findings);
    });
    return { summary: { ...total, left }, away };
  };
  return {
    byPerson: async (hand) => {
      const all = wantedIn(await parts.catalogue(), hand);
      await agreeToAsk(all.reduce((total, { ids }) => total + ids.length, 0));
      const { summary, away } = await whileCancellable(
        vscode.l10n.t('Checking with the service…'),
        (signal, report) => askAll(all, signal, report),
      );
      if (away.length < all.length) void say(summary, away);
      if (away[0] !== undefined) throw away[0].error;
    },
    byProgram: async ({ bot }) => {
      const catalogue = await parts.catalogue();
      const all =
        bot === undefined
          ? everyBot(catalogue)
          : [{ ...whole(catalogue, botNamed(catalogue, bot)), isChosen: true }];
      const { summary, away } = await askAll(all, new AbortController().signal);
      if (away[0] !== undefined) throw away[0].error;
      return summary;
    },
  };
}

function wantedIn(catalogue: Catalogue, { nodes, file }: Hand): readonly Wanted[] {
  if (file !== undefined) return listedIn(catalogue, file);
  if (nodes.length === 0) return everyBot(catalogue);
  const keys = [...new Set(nodes.map(({ bot }) => bot))];
  return keys.map((key) => {
    const bot = botNamed(catalogue, key);
    const own = nodes.filter((node) => node.bot === key);
    const isWhole = own.some(({ isBot }) => isBot);
    const wanted = isWhole ? whole(catalogue, bot) : part(catalogue, bot, own);
    return { ...wanted, isChosen: true };
  });
}

function everyBot(catalogue: Catalogue): readonly Wanted[] {
  return catalogue.bots().map((bot) => whole(catalogue, bot));
}

function whole(catalogue: Catalogue, bot: Bot): Wanted {
  const ids = unaskedFirst(catalogue.items(bot.key));
  return { bot, ids, isWhole: true, isChosen: false };
}

/** The selected items, and those of the group "No Folder". */
function part(
  catalogue: Catalogue,
  bot: Bot,
  nodes: readonly TreeNode[],
): Omit<Wanted, 'isChosen'> {
  const hasNoFolder = nodes.some(({ isNoFolder }) => isNoFolder);
  const top = hasNoFolder ? catalogue.children(bot.key, null) : [];
  const inNoFolder = top.filter(({ type }) => type !== FOLDER);
  const ids = new Set([
    ...itemsOf(catalogue, nodes).map(({ id }) => id),
    ...unaskedFirst(inNoFolder),
  ]);
  return { bot, ids: [...ids], isWhole: false };
}

/** Throws when the workspace file is not loaded. */
function listedIn(catalogue: Catalogue, file: vscode.Uri): readonly Wanted[] {
  const entries = catalogue.listedIn(file.toString());
  const keys = new Set(entries.map(({ bot }) => bot));
  if (keys.size === 0) {
    throw new NoticeError(
      vscode.l10n.t('This file is not loaded. Use "Load List from Workspace File" first.'),
    );
  }
  return [...keys].map((key) => {
    const ids = entries.flatMap(({ bot, item }) => (bot === key && item !== null ? [item] : []));
    return { bot: botNamed(catalogue, key), ids, isWhole: false, isChosen: false };
  });
}

/** Asks before many requests. Throws `Cancelled`. */
async function agreeToAsk(requests: number): Promise<void> {
  if (requests <= MOST_UNASKED) return;
  const { l10n } = vscode;
  const button = l10n.t('Refresh');
  const message = l10n.t('Refresh {0}?', itemCount(requests));
  const detail = [
    l10n.t(
      'The refresh sends one request per item to the service, eight requests at a time. You can cancel the refresh.',
    ),
  ];
  if ((await ask({ message, detail, isWarning: false }, button)) !== button) throw new Cancelled();
}

/** Without a token, or with an address that nobody has confirmed, nothing may be sent. */
async function canBeAsked({ tokens }: Needs, bot: Bot): Promise<boolean> {
  if (bot.kind === 'sandbox') return true;
  return bot.isConfirmed && (await tokens.has(bot.key));
}

/** A notification if there is something to read or to do, otherwise a word in the status bar. */
async function say(summary: RefreshSummary, away: readonly Away[]): Promise<void> {
  const { checked, renamed, gone, wrongBot, failed, left, problems } = summary;
  const leftOut =
    left.length === 0
      ? []
      : [
          vscode.l10n.t(
            'Bots without a token, or with a base URL that is not confirmed, were not refreshed: {0}. Use "Enter Token…" on these bots, then refresh again.',
            left.join(comma()),
          ),
        ];
  const done = checkedText(itemCount(checked), summary);
  const text = sentences([done, ...leftOut, ...awayText(away)]);
  const found = renamed + gone + wrongBot + failed + left.length + problems;
  if (found === 0) return sayDone(text);
  const show = vscode.l10n.t('Show Problems');
  const choice = await showInformation(text, ...(problems > 0 ? [show] : []));
  if (choice === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

/** A bot that could not be asked, and why. */
interface Away {
  readonly bot: Bot;
  readonly error: unknown;
}

/** Asks one bot after the other: one that cannot be reached says nothing of the others. Throws when it is cancelled. */
async function eachBot<T extends { readonly bot: Bot }>(
  wanted: readonly T[],
  signal: AbortSignal,
  ask: (one: T) => Promise<void>,
): Promise<readonly Away[]> {
  const away: Away[] = [];
  for (const one of wanted) {
    try {
      await ask(one);
    } catch (error) {
      signal.throwIfAborted();
      away.push({ bot: one.bot, error });
    }
  }
  return away;
}

/** Nothing when all bots could be asked. */
function awayText(away: readonly Away[]): readonly string[] {
  if (away.length === 0) return [];
  const names = away.map(({ bot }) => bot.label).join(comma());
  return [vscode.l10n.t('These bots could not be refreshed: {0}.', names)];
}
