import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import { SingleFlight } from '../../core/async/singleFlight.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { RefreshSummary, ItemActions } from '../../core/catalogue/itemActions.ts';
import type { Bot } from '../../core/model.ts';
import { UNPLACED } from '../../core/ports.ts';
import { sentences } from '../../core/sentences.ts';
import { botNamed, type Hand, type Handler } from '../input/handler.ts';
import { checkedText, itemCount } from '../kit/counts.ts';
import { itemsOf } from '../kit/itemsOf.ts';
import { whileCancellable } from '../kit/progress.ts';
import { sayDone } from '../kit/window.ts';
import { awayText, eachBot } from './eachBot.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
}
type Report = (done: number, total: number) => void;

export function refresh(parts: Needs): Handler<'botTags.refresh'> {
  // A second refresh of a bot while one runs would ask for the same again.
  const running = new SingleFlight();
  const refreshBot = async (
    bot: Bot,
    ids: readonly string[] | undefined,
    signal: AbortSignal,
    report?: Report,
  ): Promise<RefreshSummary> => {
    const items = await parts.items();
    if (ids !== undefined) return items.refresh(bot, ids, signal, report);
    return running.join(bot.key, signal, (caller) =>
      items.refresh(bot, ids, caller.signal, report),
    );
  };
  return {
    byPerson: async (hand) => {
      const wanted = await inHand(parts, hand);
      const summaries: RefreshSummary[] = [];
      const away = await whileCancellable(
        vscode.l10n.t('Asking the service for each known tag'),
        (signal, report) =>
          eachBot(wanted, signal, async ({ bot, ids }) => {
            summaries.push(await refreshBot(bot, ids, signal, report));
          }),
      );
      if (away.length < wanted.length) {
        const summary = added(summaries);
        const done = checkedText(itemCount(summary.checked), summary);
        sayDone(sentences([done, ...awayText(away)]));
      }
      if (away[0] !== undefined) throw away[0].error;
    },
    byProgram: async ({ bot }) => {
      const catalogue = await parts.catalogue();
      const bots = bot === undefined ? catalogue.bots() : [botNamed(catalogue, bot)];
      const { signal } = new AbortController();
      return added(await Promise.all(bots.map((one) => refreshBot(one, undefined, signal))));
    },
  };
}

/** The selected items, or whole bots; nothing in hand means every bot. */
async function inHand(
  parts: Needs,
  hand: Hand,
): Promise<{ readonly bot: Bot; readonly ids: readonly string[] | undefined }[]> {
  const catalogue = await parts.catalogue();
  if (hand.nodes.length === 0) return catalogue.bots().map((bot) => ({ bot, ids: undefined }));
  const keys = new Set(hand.nodes.map((node) => node.bot));
  return [...keys].map((key) => {
    const nodes = hand.nodes.filter((node) => node.bot === key);
    const isWhole = nodes.some((node) => node.isBot);
    const unplaced = nodes.some((node) => node.isUnplaced) ? catalogue.children(key, UNPLACED) : [];
    const items = [...itemsOf(catalogue, nodes), ...unplaced];
    const ids = [...new Set(items.map((item) => item.id))];
    return { bot: botNamed(catalogue, key), ids: isWhole ? undefined : ids };
  });
}

function added(summaries: readonly RefreshSummary[]): RefreshSummary {
  const sum = (part: keyof RefreshSummary): number =>
    summaries.reduce((total, summary) => total + summary[part], 0);
  return {
    checked: sum('checked'),
    renamed: sum('renamed'),
    gone: sum('gone'),
    failed: sum('failed'),
  };
}
