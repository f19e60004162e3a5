import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import { NoticeError } from '../../core/errors.ts';
import { botInHand, botNamed, type Handler } from '../input/handler.ts';
import { checkedText, tagCount } from '../kit/counts.ts';
import { whileCancellable } from '../kit/progress.ts';
import { showInformation } from '../kit/window.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
}

/** Asks "get tag" for each tag that was seen on customers: that tells its kind and its time, or that it is gone. */
export function verifyDiscovered(parts: Needs): Handler<'botTags.verifyDiscovered'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const title = vscode.l10n.t('Verify Discovered Tags');
      const bot = await botInHand(catalogue, hand, title);
      const ids = idsToVerify(catalogue, bot.key);
      if (ids.length === 0) throw noneDiscovered();
      const items = await parts.items();
      const asking = vscode.l10n.t('Asking the service for each discovered tag');
      const summary = await whileCancellable(asking, (signal, report) =>
        items.refresh(bot, ids, signal, report),
      );
      void showInformation(checkedText(tagCount(summary.checked), summary));
    },
    byProgram: async ({ bot }) => {
      const catalogue = await parts.catalogue();
      const known = botNamed(catalogue, bot);
      const items = await parts.items();
      return items.refresh(known, idsToVerify(catalogue, known.key), new AbortController().signal);
    },
  };
}

/** Those that "get tag" never told about; when there is none, all. */
function idsToVerify(catalogue: Catalogue, bot: string): readonly string[] {
  const seen = catalogue.items(bot).filter(({ source }) => source === 'seen');
  const open = seen.filter(({ created, state }) => created === null || state === 'error');
  return (open.length > 0 ? open : seen).map(({ id }) => id);
}

function noneDiscovered(): NoticeError {
  return new NoticeError(
    vscode.l10n.t('No tags have been discovered yet. Use "Discover Tags from Customers…" first.'),
  );
}
