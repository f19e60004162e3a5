import { l10n } from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Bot, FOLDER, type UserRef } from '../../base/model.ts';
import type { Tagging } from '../../base/plan.ts';
import { quoted } from '../../base/ui/localeTexts.ts';
import { runSteps, step, type Step, requireAnswer } from '../../base/ui/steps.ts';
import { onlyBot } from '../../catalogue/ui/askBot.ts';
import { askTag, askUserTag, type TagChoice } from '../../catalogue/ui/askTag.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { botByReference, type CommandContext } from '../../catalogue/ui/handler.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { WRITE_ENDPOINTS } from '../../runs/recorder.ts';
import { CustomerSteps } from './askUser.ts';
import type { TagServices } from './tagServices.ts';

interface TaggingNames {
  readonly tag: TagChoice;
  readonly customerLabel: string;
}

function titleOf(verb: Tagging, { tag, customerLabel }: Partial<TaggingNames>): string {
  if (verb === 'attach') {
    if (customerLabel !== undefined) return l10n.t('Attach Tag to {0}', customerLabel);
    return tag === undefined
      ? l10n.t('Attach Tag to Customer')
      : l10n.t('Attach {0}', quoted(tag.name));
  }
  if (customerLabel !== undefined) return l10n.t('Detach Tag from {0}', customerLabel);
  return tag === undefined
    ? l10n.t('Detach Tag from Customer')
    : l10n.t('Detach {0}', quoted(tag.name));
}

export function questionText(verb: Tagging, { tag, customerLabel }: TaggingNames): string {
  return verb === 'attach'
    ? l10n.t('Attach {0} to {1}?', quoted(tag.name), customerLabel)
    : l10n.t('Detach {0} from {1}?', quoted(tag.name), customerLabel);
}

export function yesText(verb: Tagging): string {
  return verb === 'attach' ? l10n.t('Attach') : l10n.t('Detach');
}

export function workingText(customerLabel: string): string {
  return l10n.t('Changing the tags of {0}', customerLabel);
}

export function doneText(verb: Tagging, { tag, customerLabel }: TaggingNames): string {
  return verb === 'attach'
    ? l10n.t('{0} attached to {1}.', quoted(tag.name), customerLabel)
    : l10n.t('{0} detached from {1}.', quoted(tag.name), customerLabel);
}

type AskUserNeeds = Pick<
  TagServices,
  'catalogue' | 'panels' | 'memory' | 'loaded' | 'users' | 'likelyBot'
>;
export type AskTaggingNeeds = AskUserNeeds & Pick<CatalogueServices, 'tagIndex' | 'tags'>;

/** Bot and user of a command, and the steps that ask for the missing values. */
export interface AskedUser {
  readonly steps: readonly Step[];
  /** Tag of the clicked node or row. */
  readonly tag: TagChoice | undefined;
  /** Bot of the clicked node or row, or the only bot. If `undefined`, the steps ask for the bot. */
  readonly selectedBot: Bot | undefined;
  /** Returns the bot. Call this function, and the next two, only after the steps have run. */
  readonly bot: () => Bot;
  readonly user: () => UserRef;
  /** Returns the name of the user if this window knows it, otherwise the ID. */
  readonly customerLabel: () => string;
}

/** Values of a clicked tag or customer row. Without a click, only `bot` is set, if the catalogue has only one bot. */
interface SelectedValues {
  readonly bot: Bot | undefined;
  readonly tag?: TagChoice;
  readonly user?: UserRef;
}

/** @param check throws an error if the bot must not be used; called as soon as the bot is known */
export async function prepareUserSteps(
  services: AskUserNeeds,
  context: CommandContext,
  check: (bot: Bot) => void = () => {},
): Promise<AskedUser> {
  const { likelyBot } = services;
  const catalogue = await services.catalogue();
  const { bot: selectedBot, tag, user } = await valuesFrom(services, context);
  if (selectedBot !== undefined) check(selectedBot);
  const bots = (): readonly Bot[] =>
    selectedBot === undefined ? likelyBot.withLikelyFirst(catalogue.bots()) : [selectedBot];
  const customerSteps = new CustomerSteps(user === undefined, services, { catalogue, bots, check });
  const bot = (): Bot => selectedBot ?? customerSteps.customer.bot;
  const chosenUser = (): UserRef => user ?? customerSteps.customer.user;
  const customerLabel = (): string => services.users.nameOf(bot().key, chosenUser());
  return { steps: customerSteps.steps, tag, selectedBot, bot, user: chosenUser, customerLabel };
}

/** Asks for the bot, the user and the tag, except for the values that the selection gives. */
export async function askTagging(
  services: AskTaggingNeeds,
  context: CommandContext,
  verb: Tagging,
): Promise<{ bot: Bot; tag: TagChoice; user: UserRef; customerLabel: string }> {
  const { tags, memory } = services;
  const catalogue = await services.catalogue();
  const userSteps = await prepareUserSteps(services, context, (bot) =>
    requireUnlocked(catalogue, bot, WRITE_ENDPOINTS[verb]),
  );
  let { tag } = userSteps;
  if (userSteps.selectedBot !== undefined && tag !== undefined)
    requireUnlocked(catalogue, userSteps.selectedBot, WRITE_ENDPOINTS[verb], [tag.id]);
  // Never aborted: if the dialog is closed, the answer with the customer's tags is ignored.
  const { signal } = new AbortController();
  const title = titleOf(verb, tag === undefined ? {} : { tag });
  await runSteps(titleAt(userSteps.selectedBot, title), [
    ...userSteps.steps,
    step(
      tag === undefined,
      async (position) => {
        const bot = userSteps.bot();
        const titledPosition = {
          ...position,
          title: titleAt(bot, titleOf(verb, { customerLabel: userSteps.customerLabel() })),
        };
        return verb === 'attach'
          ? askTag(await services.tagIndex(), bot, memory, titledPosition)
          : askUserTag(tags.list(bot, userSteps.user(), signal), bot, memory, titledPosition);
      },
      (answer) => (tag = answer),
    ),
  ]);
  return {
    bot: userSteps.bot(),
    tag: requireAnswer(tag),
    user: userSteps.user(),
    customerLabel: userSteps.customerLabel(),
  };
}

async function valuesFrom(
  services: AskUserNeeds,
  { row, nodes }: CommandContext,
): Promise<SelectedValues> {
  const catalogue = await services.catalogue();
  if (row !== undefined) {
    const { bot, user, userName, tag } = await services.panels.userInFront(row);
    services.memory.noteUser(bot.key, user, userName);
    return { bot, user, ...(tag === undefined ? {} : { tag }) };
  }
  const node = nodes[0];
  if (node === undefined) return { bot: onlyBot(catalogue) };
  const item = itemsOf(catalogue, nodes)[0];
  if (item?.type === FOLDER) {
    throw new UserError(l10n.t('A folder cannot be attached to a customer. Select a tag.'));
  }
  return { bot: botByReference(catalogue, node.bot), ...(item === undefined ? {} : { tag: item }) };
}
