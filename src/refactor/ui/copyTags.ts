import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import {
  foldersAbove,
  copyCandidates,
  MAX_COPY_ITEMS,
  selectItems,
  type CopyItem,
} from '../../runs/copyItems.ts';
import { countToCreate, targetIdOf } from '../../runs/copyRun.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { askBot, onlyOrPickedBot } from '../../catalogue/ui/askBot.ts';
import { askMany } from '../../base/ui/askPick.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { itemEntry } from '../../catalogue/ui/itemEntries.ts';
import { runStep } from '../../base/ui/steps.ts';
import {
  agreeInProduction,
  requireAllowed,
  requireUnlocked,
} from '../../catalogue/ui/writeGuard.ts';
import { comma, dateTimeText, itemCountText } from '../../base/ui/localeTexts.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { summaryOf } from '../../runs/ui/activeRuns.ts';
import { severalBots } from './refactorCommands.ts';
import { SILENT_CALLBACKS, type CopyBots } from './copyJobs.ts';
import type { RefactorServices } from './refactorServices.ts';

type Needs = Pick<RefactorServices, 'catalogue' | 'journal' | 'copies' | 'copyDialogs'>;

export function copyTags(services: Needs): Handler<'botTags.copyTags'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const { from, ids } = await sourceInContext(catalogue, context);
      const to = await askTarget(catalogue, from);
      requireUnlocked(catalogue, to, 'createItem');
      const proposedItems = findItemsToCopy(catalogue, { from, to }, ids);
      const unfinished = await services.copies.findUnfinished({ from, to }, proposedItems);
      if (unfinished !== undefined) return services.copyDialogs.showUnfinished(unfinished);
      const items = await askItems(catalogue, { from, to }, proposedItems);
      const count = itemCountText(countToCreate(items));
      const message = vscode.l10n.t('Create {0} in "{1}"?', count, to.label);
      await agreeInProduction(catalogue, to, { message, yes: vscode.l10n.t('Create') });
      services.copyDialogs.start({ from, to }, items);
    },
    withArguments: async ({ bot, to: target, ids, confirmed }) => {
      const catalogue = await services.catalogue();
      const bots = { from: botByReference(catalogue, bot), to: botByReference(catalogue, target) };
      requireAllowed(catalogue, bots.to, { endpoint: 'createItem', confirmed });
      const items = findItemsToCopy(catalogue, bots, ids);
      const { record, state } = await services.copies.start(bots, items, SILENT_CALLBACKS);
      const outcomes = (await services.journal()).operations(record.id);
      const newIds = state.items.flatMap(({ id, targetId }, index) => {
        const newId = targetIdOf(targetId, outcomes.get(index));
        return newId === undefined ? [] : [[id, newId] as const];
      });
      return { ...summaryOf(record), ids: Object.fromEntries(newIds) };
    },
  };
}

/** Returns `undefined` as `ids` to copy all items of the bot. */
async function sourceInContext(
  catalogue: Catalogue,
  context: CommandContext,
): Promise<{ readonly from: Bot; readonly ids: readonly string[] | undefined }> {
  const [node] = context.nodes;
  if (node === undefined) {
    return {
      from: await onlyOrPickedBot(catalogue, vscode.l10n.t('Copy Tags to Another Bot')),
      ids: undefined,
    };
  }
  const from = botByReference(catalogue, node.bot);
  if (node.isBot) return { from, ids: undefined };
  const items = itemsOf(catalogue, context.nodes);
  if (items.some(({ bot }) => bot !== from.key)) {
    throw severalBots();
  }
  return { from, ids: items.map(({ id }) => id) };
}

async function askTarget(catalogue: Catalogue, from: Bot): Promise<Bot> {
  const isOther = ({ key }: Bot): boolean => key !== from.key;
  if (!catalogue.bots().some(isOther)) {
    throw new NoticeError(
      vscode.l10n.t('There is no other bot to copy to. Use "Bot Tags: Add Bot…" first.'),
    );
  }
  return runStep(vscode.l10n.t('Copy tags from "{0}"', from.label), (position) =>
    askBot(catalogue, position, undefined, isOther),
  );
}

/** Returns the items to create, and those that the target bot already has. */
function findItemsToCopy(
  catalogue: Catalogue,
  bots: CopyBots,
  ids: readonly string[] | undefined,
): readonly CopyItem[] {
  const { l10n } = vscode;
  const items = copyCandidates(catalogue, bots, ids);
  if (items.length === 0)
    throw new UserError(
      l10n.t(
        'There is nothing to copy. Select tags that are not deleted, or use "Bot Tags: Scan Customers…" first.',
      ),
    );
  if (items.length <= MAX_COPY_ITEMS) return items;
  throw new UserError(
    l10n.t(
      'No more than {0} can be copied in one run. Nothing was copied. Select fewer tags and folders.',
      itemCountText(MAX_COPY_ITEMS),
    ),
  );
}

interface Entry extends vscode.QuickPickItem {
  /** Index of the item; absent on a separator. */
  readonly index?: number;
}

/** Lets the user choose the items to create. Items that the target bot does not have yet are selected at first. */
async function askItems(
  catalogue: Catalogue,
  { from, to }: CopyBots,
  items: readonly CopyItem[],
): Promise<readonly CopyItem[]> {
  const { l10n } = vscode;
  const entryOf = (item: CopyItem, index: number): Entry => {
    const { id, targetId } = item;
    const shownItem = {
      ...item,
      state: 'ok',
      id: targetId === null ? id : `${id} → ${targetId}`,
    } as const;
    const picked = targetId === null;
    return { ...itemEntry(shownItem, foldersAbove(items, index)), index, picked };
  };
  const groupEntries = (label: string, group: readonly Entry[]): readonly Entry[] =>
    group.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...group];
  const allEntries = items.map(entryOf);
  const isNew = ({ index = 0 }: Entry): boolean => items[index]?.targetId === null;
  const scan = catalogue.scan(to.key);
  const lastScan = scan === undefined ? [] : [l10n.t('Last scan: {0}', dateTimeText(scan.updated))];
  const listedLabel = [l10n.t('Already in the list of the bot "{0}"', to.label), ...lastScan].join(
    comma(),
  );
  const entries = [
    ...groupEntries(
      l10n.t('Not yet in the list of the bot "{0}"', to.label),
      allEntries.filter(isNew),
    ),
    ...groupEntries(
      listedLabel,
      allEntries.filter((item) => !isNew(item)),
    ),
  ];
  const chosen = await runStep(l10n.t('Copy tags from "{0}"', from.label), (position) =>
    askMany(
      {
        placeholder: l10n.t('Select the items to create in "{0}"', to.label),
        items: entries,
        noneMessage: l10n.t('Select at least one item.'),
      },
      position,
    ),
  );
  return selectItems(items, new Set(chosen.flatMap(({ index }) => index ?? [])));
}
