import type * as planTexts from '../planTexts.ts';
import { l10n } from 'vscode';
import type { BotService } from '../../base/endpoints.ts';
import { ServiceError } from '../../base/errors.ts';
import { type Bot, type RemoteItem, TAG } from '../../base/model.ts';
import {
  MAX_PLAN_LINES,
  type Plan,
  type PlanProblem,
  type PlanTotals,
  type ReadPlan,
} from '../../base/plan.ts';
import { type Lazy, mapLimited } from '../../base/promises.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { foldersToName } from '../../catalogue/ui/typeToAgree.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { isConfirmed } from '../../service/confirmedItems.ts';
import type { TextRange } from '../jsonTokens.ts';
import { planTotals } from '../planTotals.ts';
import type { PlanRuns } from './planRuns.ts';
import { lineRange, rangeOf, sharedLine } from './textRanges.ts';

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
  /** Items whose current name differs from the name in the plan. The run uses the ID, but reviewers read the name. */
  readonly misnamed: readonly Misnamed[];
}

interface Misnamed {
  readonly id: string;
  readonly plannedName: string;
  readonly name: string;
}

export interface CheckNeeds extends Pick<CatalogueServices, 'catalogue' | 'botServices'> {
  readonly planTexts: Lazy<typeof planTexts>;
  readonly planRuns: Pick<PlanRuns, 'latestRun'>;
}

export type Checked =
  | { readonly checked: CheckedPlan; readonly faults: readonly [] }
  | { readonly checked: undefined; readonly faults: readonly PlanFault[] };

const MAX_CONCURRENT_READS = 8;

/**
 * Checks a plan against the catalogue and the service. Throws a `ServiceError` if the service cannot be read.
 * @param read returns a cached plan, or parses the text
 */
export async function checkPlan(
  services: CheckNeeds,
  text: string,
  signal: AbortSignal,
  read = async (): Promise<ReadPlan> => (await services.planTexts()).readPlan(text, signal),
): Promise<Checked> {
  const { plan, problems } = await read();
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
  const isDelete = plan.action === 'delete';
  const mayBeGone = isDelete && (await hasPausedRun(services, bot, text));
  const service = await services.botServices.of(bot);
  const reading = { catalogue, bot, service, isDelete, mayBeGone, signal };
  const { faults, misnamed, itemsToDelete } = await checkItems(reading, plan, text);
  if (faults.length > 0) return withFaults(faults);
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

interface ItemReading {
  readonly catalogue: Catalogue;
  readonly bot: Bot;
  readonly service: BotService;
  readonly isDelete: boolean;
  /** Whether a missing item is not a fault. */
  readonly mayBeGone: boolean;
  readonly signal: AbortSignal;
}

type ReadItem = Pick<RemoteItem, 'id' | 'type' | 'name'>;

/** Checks the tags and folders of a plan. */
async function checkItems(reading: ItemReading, plan: Plan, text: string) {
  const { isDelete, signal } = reading;
  // A plan that attaches a tag to some users and detaches it from others lists the tag twice.
  const tags = new Map(plan.tags.map((tag) => [tag.id, tag])).values();
  const itemsToCheck: readonly PlanItem[] = isDelete ? plan.items : [...tags];
  const faults: PlanFault[] = [];
  const misnamed: Misnamed[] = [];
  /** Items as read from the service, by the ID in the plan. */
  const itemsToDelete = new Map<string, ReadItem>();
  await mapLimited(itemsToCheck, MAX_CONCURRENT_READS, async ({ id, name: plannedName, line }) => {
    signal.throwIfAborted();
    const addFault = (message: string): void => {
      faults.push({ ...(line === undefined ? rangeOf(text, id) : lineRange(text, line)), message });
    };
    const item = await readItem(reading, id);
    if (item === undefined) return;
    if (typeof item === 'string') return addFault(item);
    const { type, name } = item;
    // A plan created by a program has the ID instead of the name if the name was unknown.
    if (name !== plannedName && plannedName !== id) misnamed.push({ id, plannedName, name });
    if (isDelete) itemsToDelete.set(id, item);
    else if (type !== TAG) addFault(l10n.t('{0} is not a tag.', id));
  });
  return { faults: faults.toSorted((a, b) => a.offset - b.offset), misnamed, itemsToDelete };
}

/**
 * Returns a known item of the catalogue. Reads the item from the service instead if it is to be deleted, or if the
 * catalogue lacks it, marks it as gone, or has it only from a workspace file. Returns an error text if the item is
 * missing or cannot be changed, or `undefined` if it is missing and may be missing.
 */
async function readItem(
  { catalogue, bot, service, isDelete, mayBeGone, signal }: ItemReading,
  id: string,
): Promise<ReadItem | string | undefined> {
  const { key, botId } = bot;
  const refusal = catalogue.refusal(key, id);
  // A read-only bot is not reported here, because one message for the whole plan is enough.
  if (refusal?.kind === 'guarded-elsewhere') {
    return describeError(new ServiceError('deleteItem', refusal, 'not-sent'));
  }
  const knownItem = catalogue.item(key, id);
  const isKnownHere =
    knownItem !== undefined && knownItem.state !== 'gone' && isConfirmed(knownItem);
  if (isKnownHere && !isDelete) return knownItem;
  try {
    const item = await service.getItem(id, signal);
    if (item.botId !== botId) return l10n.t('{0} belongs to another bot ({1}).', id, item.botId);
    if (knownItem !== undefined && (knownItem.type !== item.type || !isConfirmed(knownItem))) {
      await catalogue.whenFree(() => catalogue.recordChecked(key, item));
    }
    return item;
  } catch (error) {
    if (!ServiceError.isGone(error)) throw error;
    // An item of the catalogue that is no longer in the service was deleted in the meantime. The run skips this item.
    const isNewlyGone = isDelete && knownItem !== undefined && knownItem.state !== 'gone';
    if (mayBeGone || isNewlyGone) return undefined;
    return l10n.t('The service does not have {0}.', id);
  }
}

function planProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  switch (kind) {
    case 'syntax':
      return l10n.t('The JSON has a syntax error ({0}).', about);
    case 'unknown-field':
      return l10n.t('The field "{0}" is not allowed here.', about);
    case 'repeated-field':
      return l10n.t('The field "{0}" appears here twice.', about);
    case 'missing-field':
      return l10n.t('"{0}" is missing.', about);
    case 'wrong-value':
      return l10n.t('This value is not allowed here: {0}.', about);
    case 'version':
      return l10n.t(
        'This version of the extension does not support plans of version {0}. Update the extension, or create a new plan.',
        about,
      );
    case 'too-many-lines':
      return l10n.t(
        'A plan can have at most {0} lines. Move the remaining lines to another file.',
        numberText(MAX_PLAN_LINES),
      );
    case 'twice':
      return l10n.t('This line repeats an earlier line. Delete one of the two lines.');
    case 'no-user':
      return l10n.t('This line has no customer. Add a user ID, or delete the line.');
    case 'two-users':
      return l10n.t(
        'This line has both a user ID and an encrypted user ID. Delete one of the two.',
      );
  }
}

/** Returns the message for a problem without the quoted value. Field names are kept. */
function unquotedProblemText({ kind, about }: Pick<PlanProblem, 'kind' | 'about'>): string {
  const isValue = kind === 'syntax' || kind === 'wrong-value';
  return planProblemText({ kind, about: isValue ? '…' : about });
}
