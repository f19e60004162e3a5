import { l10n } from 'vscode';
import { type Lazy, mapLimited } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isConfirmed } from '../../service/confirmedItems.ts';
import { ServiceError } from '../../base/errors.ts';
import { TAG, type Bot, type CatalogueItem, type RemoteItem } from '../../base/model.ts';
import type { Plan, PlanTotals, ReadPlan } from '../../base/plan.ts';
import type { PlanTexts } from '../planTexts.ts';
import { planTotals } from '../planTotals.ts';
import type { BotService } from '../../base/endpoints.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { foldersToName } from '../../catalogue/ui/typeToAgree.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';
import { planProblemText, unquotedProblemText } from './planProblems.ts';
import type { TextRange } from '../jsonTokens.ts';
import { lineRange, sharedLine, rangeOf } from './textRanges.ts';
import type { PlanRuns } from './planRuns.ts';

/** Problem because of which a plan cannot be run. */
export interface PlanFault extends TextRange {
  readonly message: string;
  /** Message without quoted text of the plan, which may contain a user ID. Absent if the message quotes nothing. */
  readonly unquoted?: string;
}

/** Plan that can be run. */
export interface CheckedPlan {
  readonly bot: Bot;
  readonly plan: Plan;
  readonly totals: PlanTotals;
  /** Folders whose names the user must type to confirm. Only for a plan that deletes. */
  readonly foldersToName: readonly Pick<RemoteItem, 'id' | 'name'>[];
  /** Items whose current name differs from the name in the plan. The ID counts, but a reviewer has read the name. */
  readonly misnamed: readonly Misnamed[];
}

interface Misnamed {
  readonly id: string;
  readonly plannedName: string;
  readonly name: string;
}

export interface CheckNeeds extends Pick<CatalogueServices, 'catalogue' | 'botServices'> {
  readonly planTexts: Lazy<PlanTexts>;
  readonly planRuns: Pick<PlanRuns, 'latestRun'>;
}

export type Checked =
  | { readonly checked: CheckedPlan; readonly faults: readonly [] }
  | { readonly checked: undefined; readonly faults: readonly PlanFault[] };

const MAX_CONCURRENT_READS = 8;

/**
 * Checks a plan against the catalogue and the service. Throws a `ServiceError` if the service cannot be read.
 * @param read parses the text, or returns a cached plan
 */
export async function checkPlan(
  services: CheckNeeds,
  text: string,
  signal: AbortSignal,
  read: (text: string, signal: AbortSignal) => Promise<ReadPlan>,
): Promise<Checked> {
  const { plan, problems } = await read(text, signal);
  if (plan === undefined) {
    const faults = problems.map((problem) => ({
      ...problem,
      message: planProblemText(problem),
      unquoted: unquotedProblemText(problem),
    }));
    return { checked: undefined, faults };
  }
  const catalogue = await services.catalogue();
  const bot = botOfPlan(catalogue, plan);
  if (bot === undefined)
    return withFaults([{ ...rangeOf(text, plan.botId), message: noBotText(plan) }]);
  const sharedLineNumber = sharedLine(plan);
  if (sharedLineNumber !== undefined)
    return withFaults([{ ...lineRange(text, sharedLineNumber), message: sharedLineText() }]);
  const mayBeGone = plan.action === 'delete' && (await hasPausedRun(services, bot, text));
  const items = new ItemChecker(catalogue, { bot, mayBeGone }, await services.botServices.of(bot));
  const faults = await faultsOf(items, text, plan, signal);
  if (faults.length > 0) return withFaults(faults);
  const { misnamed, itemsToDelete } = items;
  const toDelete = plan.items.flatMap(({ id }) => itemsToDelete.get(id) ?? []);
  const checked = {
    bot,
    plan: {
      ...plan,
      items: plan.items.map((item) => ({ ...item, type: itemsToDelete.get(item.id)?.type })),
    },
    totals: planTotals(plan),
    foldersToName: foldersToName(catalogue, bot, toDelete),
    misnamed,
  };
  return { checked, faults: [] };
}

/** Returns whether a run of this text is paused. The service no longer has the items that this run has deleted. */
async function hasPausedRun({ planRuns, planTexts }: CheckNeeds, bot: Bot, text: string) {
  const hash = await (await planTexts()).hashOf(text);
  return (await planRuns.latestRun(bot.key, hash))?.isUnfinished === true;
}

function withFaults(faults: readonly PlanFault[]): Checked {
  return { checked: undefined, faults };
}

/** Finds the bot by ID and base URL, because bots of different services can have the same ID. */
export function botOfPlan(
  catalogue: Catalogue,
  { botId, baseUrl }: Pick<Plan, 'botId' | 'baseUrl'>,
): Bot | undefined {
  return catalogue.bots().find((bot) => bot.botId === botId && bot.baseUrl === baseUrl);
}

function noBotText({ botId, baseUrl }: Plan): string {
  return baseUrl === ''
    ? l10n.t('This plan is for the sandbox, which is not in the list. Use "Try the Sandbox" first.')
    : l10n.t(
        'This plan is for the bot "{0}" at {1}. This bot is not in the list. Add the bot first.',
        botId,
        baseUrl,
      );
}

function sharedLineText(): string {
  return l10n.t('This line has two entries. Put each entry on a separate line.');
}

interface PlanItem {
  readonly id: string;
  readonly name: string;
  /** Line in the text; absent for a tag, which is in the head of the plan. */
  readonly line?: number;
}

async function faultsOf(
  items: ItemChecker,
  text: string,
  plan: Plan,
  signal: AbortSignal,
): Promise<readonly PlanFault[]> {
  const isDelete = plan.action === 'delete';
  // A plan that attaches a tag to some users and detaches it from others lists the tag twice.
  const tags = new Map(plan.tags.map((tag) => [tag.id, tag])).values();
  const itemsToCheck: readonly PlanItem[] = isDelete ? plan.items : [...tags];
  const faults: PlanFault[] = [];
  await mapLimited(itemsToCheck, MAX_CONCURRENT_READS, async (item) => {
    const { id, line } = item;
    signal.throwIfAborted();
    const message = await items.problemOf(item, isDelete, signal);
    if (message === undefined) return;
    faults.push({ ...(line === undefined ? rangeOf(text, id) : lineRange(text, line)), message });
  });
  return faults.toSorted((a, b) => a.offset - b.offset);
}

/**
 * Checks the tags and folders of a plan. Reads items to delete from the service even if the catalogue has them, and
 * also tags that the catalogue has only from a workspace file.
 */
class ItemChecker {
  readonly #catalogue: Catalogue;
  readonly #bot: Bot;
  readonly #service: BotService;
  readonly #mayBeGone: boolean;
  /** Items to delete as read from the service, by ID. */
  readonly itemsToDelete = new Map<string, RemoteItem>();
  readonly misnamed: Misnamed[] = [];

  /** @param mayBeGone whether a missing item is not a fault */
  constructor(
    catalogue: Catalogue,
    { bot, mayBeGone }: { readonly bot: Bot; readonly mayBeGone: boolean },
    service: BotService,
  ) {
    this.#catalogue = catalogue;
    this.#bot = bot;
    this.#mayBeGone = mayBeGone;
    this.#service = service;
  }

  /** Returns the reason why the item cannot be attached or deleted. */
  async problemOf(
    { id, name: plannedName }: Pick<PlanItem, 'id' | 'name'>,
    isDelete: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const refusal = this.#catalogue.refusal(this.#bot.key, id);
    // A read-only bot is not reported here, because one message for the whole plan is enough.
    if (refusal?.kind === 'guarded-elsewhere') {
      return describeError(new ServiceError('deleteItem', refusal, 'not-sent'));
    }
    const item = await this.#itemOf(id, isDelete, signal);
    if (item === undefined || typeof item === 'string') return item;
    const { type, name } = item;
    // A plan created by a program has the ID instead of the name if the name was unknown.
    if (name !== plannedName && plannedName !== id) this.misnamed.push({ id, plannedName, name });
    if (isDelete || type === TAG) return undefined;
    return l10n.t('{0} is not a tag.', id);
  }

  /** Returns an error text if the item is missing, or `undefined` if it may be missing. */
  async #itemOf(
    id: string,
    isDelete: boolean,
    signal: AbortSignal,
  ): Promise<Pick<CatalogueItem, 'type' | 'name'> | string | undefined> {
    const { key, botId } = this.#bot;
    const knownItem = this.#catalogue.item(key, id);
    const isKnownHere =
      knownItem !== undefined && knownItem.state !== 'gone' && isConfirmed(knownItem);
    if (isKnownHere && !isDelete) return knownItem;
    try {
      const item = await this.#service.getItem(id, signal);
      if (item.botId !== botId) return l10n.t('{0} belongs to another bot ({1}).', id, item.botId);
      if (knownItem !== undefined && (knownItem.type !== item.type || !isConfirmed(knownItem))) {
        await this.#catalogue.whenFree(() => this.#catalogue.recordChecked(key, item));
      }
      if (isDelete) this.itemsToDelete.set(id, item);
      return item;
    } catch (error) {
      if (!ServiceError.isGone(error)) throw error;
      // An item of the catalogue that is no longer in the service was deleted in the meantime. The run skips this item.
      const isNewlyGone = isDelete && knownItem !== undefined && knownItem.state !== 'gone';
      if (this.#mayBeGone || isNewlyGone) return undefined;
      return l10n.t('The service does not have {0}.', id);
    }
  }
}
