import { l10n } from 'vscode';
import { type Lazy, mapLimited } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { isConfirmed } from '../../service/confirmedItems.ts';
import { ServiceError } from '../../base/errors.ts';
import { TAG, type Bot, type CatalogueItem, type RemoteItem } from '../../base/model.ts';
import type { Plan, PlanTotals, ReadPlan } from '../../base/plan.ts';
import type { PlanTexts } from '../planTexts.ts';
import { planTotals } from '../planTotals.ts';
import type { BotService } from '../../base/ports.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { foldersToName } from '../../catalogue/ui/typeToAgree.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import {
  lineSpot,
  planProblemText,
  sharedLine,
  type Spot,
  spotOf,
  unquotedProblemText,
} from './planProblems.ts';
import type { PlanRuns } from './planRuns.ts';

/** What keeps a plan from being run. */
export interface PlanFault extends Spot {
  readonly message: string;
  /** The same without what stands in the text, which may be somebody's ID; absent: it has nothing of it. */
  readonly unquoted?: string;
}

/** A plan that may be run. */
export interface CheckedPlan {
  readonly bot: Bot;
  readonly plan: Plan;
  readonly totals: PlanTotals;
  /** Of a plan that deletes: the folders whose names have to be typed. */
  readonly foldersToName: readonly Pick<RemoteItem, 'id' | 'name'>[];
  /** What has another name than the plan says: the ID decides, and who read the plan has read the name. */
  readonly misnamed: readonly Misnamed[];
}

export interface Misnamed {
  readonly id: string;
  readonly said: string;
  readonly name: string;
}

export interface CheckNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly services: BotServices;
  readonly planTexts: Lazy<PlanTexts>;
  readonly planRuns: Pick<PlanRuns, 'before'>;
}

export type Checked =
  | { readonly checked: CheckedPlan; readonly faults: readonly [] }
  | { readonly checked: undefined; readonly faults: readonly PlanFault[] };

/** "Get tag" requests under way at once. */
const AT_ONCE = 8;

/** Reads a plan and holds it to the list and the service. Throws what keeps it from being checked. */
export async function checkPlan(
  parts: CheckNeeds,
  text: string,
  signal: AbortSignal,
  read: (text: string, signal: AbortSignal) => Promise<ReadPlan>,
): Promise<Checked> {
  const { plan, problems } = await read(text, signal);
  if (plan === undefined) {
    const faults = problems.map((one) => {
      return { ...one, message: planProblemText(one), unquoted: unquotedProblemText(one) };
    });
    return { checked: undefined, faults };
  }
  const catalogue = await parts.catalogue();
  const bot = botOfPlan(catalogue, plan);
  if (bot === undefined) return wrong([{ ...spotOf(text, plan.botId), message: noBotText(plan) }]);
  const shared = sharedLine(plan);
  if (shared !== undefined) return wrong([{ ...lineSpot(text, shared), message: sharedText() }]);
  const isGoneFine = plan.action === 'delete' && (await isBegun(parts, bot, text));
  const items = new Items(catalogue, { bot, isGoneFine }, await parts.services.of(bot));
  const faults = await faultsOf(items, text, plan, signal);
  if (faults.length > 0) return wrong(faults);
  const { misnamed, found } = items;
  const said = plan.items.flatMap(({ id }) => found.get(id) ?? []);
  const checked = {
    bot,
    plan: { ...plan, items: plan.items.map((one) => ({ ...one, type: found.get(one.id)?.type })) },
    totals: planTotals(plan),
    foldersToName: foldersToName(catalogue, bot, said),
    misnamed,
  };
  return { checked, faults: [] };
}

/** A run of this text stands still: what it has deleted is not there any more. */
async function isBegun({ planRuns, planTexts }: CheckNeeds, bot: Bot, text: string) {
  const hash = await (await planTexts()).hashOf(text);
  return (await planRuns.before(bot.key, hash))?.isUnfinished === true;
}

function wrong(faults: readonly PlanFault[]): Checked {
  return { checked: undefined, faults };
}

/** The bot of this ID at this address: another service's users have the same IDs. */
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

function sharedText(): string {
  return l10n.t('This line has two entries. Put each entry on a separate line.');
}

interface Asked {
  readonly id: string;
  readonly name: string;
  readonly line?: number;
}

async function faultsOf(
  items: Items,
  text: string,
  plan: Plan,
  signal: AbortSignal,
): Promise<readonly PlanFault[]> {
  const isDelete = plan.action === 'delete';
  // A tag that some get and others lose is listed twice.
  const tags = new Map(plan.tags.map((tag) => [tag.id, tag])).values();
  const asked: readonly Asked[] = isDelete ? plan.items : [...tags];
  const faults: PlanFault[] = [];
  await mapLimited(asked, AT_ONCE, async (one) => {
    const { id, line } = one;
    signal.throwIfAborted();
    const message = await items.problemOf(one, isDelete, signal);
    if (message === undefined) return;
    faults.push({ ...(line === undefined ? spotOf(text, id) : lineSpot(text, line)), message });
  });
  return faults.toSorted((one, other) => one.offset - other.offset);
}

/**
 * The bot's tags and folders. What is to be deleted is asked for at the service, whatever the list says, and so is a tag
 * that only a workspace file has named.
 */
class Items {
  readonly #catalogue: Catalogue;
  readonly #bot: Bot;
  readonly #service: BotService;
  readonly #isGoneFine: boolean;
  /** What is to be deleted, as the service says it, by ID. */
  readonly found = new Map<string, RemoteItem>();
  readonly misnamed: Misnamed[] = [];

  /** @param isGoneFine what is gone is no fault */
  constructor(
    catalogue: Catalogue,
    { bot, isGoneFine }: { readonly bot: Bot; readonly isGoneFine: boolean },
    service: BotService,
  ) {
    this.#catalogue = catalogue;
    this.#bot = bot;
    this.#isGoneFine = isGoneFine;
    this.#service = service;
  }

  /** @returns why it can be neither attached nor deleted; `undefined`: it can */
  async problemOf(
    { id, name: said }: Pick<Asked, 'id' | 'name'>,
    isDelete: boolean,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const refusal = this.#catalogue.refusal(this.#bot.key, id);
    // That the bot itself is read-only is said once, and not of each line.
    if (refusal?.kind === 'guarded-elsewhere') {
      return describeError(new ServiceError('deleteItem', refusal, 'not-sent'));
    }
    const item = await this.#itemOf(id, isDelete, signal);
    if (item === undefined || typeof item === 'string') return item;
    const { type, name } = item;
    // Of a tag that nobody knew by name, a program's plan says the ID.
    if (name !== said && said !== id) this.misnamed.push({ id, said, name });
    if (isDelete || type === TAG) return undefined;
    return l10n.t('{0} is not a tag.', id);
  }

  /** @returns a text when it is not there, and nothing when that is fine */
  async #itemOf(
    id: string,
    isDelete: boolean,
    signal: AbortSignal,
  ): Promise<Pick<CatalogueItem, 'type' | 'name'> | string | undefined> {
    const { key, botId } = this.#bot;
    const known = this.#catalogue.item(key, id);
    const isKnown = known !== undefined && known.state !== 'gone' && isConfirmed(known);
    if (isKnown && !isDelete) return known;
    try {
      const item = await this.#service.getItem(id, signal);
      if (item.botId !== botId) return l10n.t('{0} belongs to another bot ({1}).', id, item.botId);
      if (known !== undefined && (known.type !== item.type || !isConfirmed(known))) {
        await this.#catalogue.whenFree(() => this.#catalogue.recordChecked(key, item));
      }
      if (isDelete) this.found.set(id, item);
      return item;
    } catch (error) {
      if (!ServiceError.isGone(error)) throw error;
      const isNewlyGone = isDelete && known !== undefined && known.state !== 'gone';
      if (this.#isGoneFine || isNewlyGone) return undefined;
      return l10n.t('The service does not have {0}.', id);
    }
  }
}
