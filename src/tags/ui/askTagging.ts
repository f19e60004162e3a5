import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Bot, FOLDER, type UserRef } from '../../base/model.ts';
import type { Lazy } from '../../base/promises.ts';
import { quoted } from '../../base/ui/localeTexts.ts';
import { runSteps, step, type Step } from '../../base/ui/steps.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { LiveItems } from '../../catalogue/liveItems.ts';
import type { TagIndex } from '../../catalogue/tagIndex.ts';
import { onlyBot } from '../../catalogue/ui/askBot.ts';
import { askTag, askUserTag, type TagChoice } from '../../catalogue/ui/askTag.ts';
import { titleAt } from '../../catalogue/ui/botLooks.ts';
import { botNamed, type Hand } from '../../catalogue/ui/handler.ts';
import { itemsOf } from '../../catalogue/ui/itemsOf.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import type { LoadedUsers } from '../../customers/ui/loadedUsers.ts';
import type { TagActions } from '../../service/tagActions.ts';
import type { TaggingMemory } from '../../service/taggingMemory.ts';
import { CustomerSteps, nameOfUser } from './askUser.ts';
import type { BotAtHand } from './botAtHand.ts';
import { idOf } from './customerIndex.ts';

export type Verb = 'attach' | 'detach';

export const ENDPOINTS = { attach: 'attachTag', detach: 'detachTag' } as const;

/** A tag and a customer, by the names that are shown. */
export interface Named {
  readonly tag: TagChoice;
  readonly who: string;
}

/** What a dialog is about, as far as it is known. */
function titleOf(verb: Verb, { tag, who }: Partial<Named>): string {
  if (verb === 'attach') {
    if (who !== undefined) return l10n.t('Attach Tag to {0}', who);
    return tag === undefined
      ? l10n.t('Attach Tag to Customer')
      : l10n.t('Attach {0}', quoted(tag.name));
  }
  if (who !== undefined) return l10n.t('Detach Tag from {0}', who);
  return tag === undefined
    ? l10n.t('Detach Tag from Customer')
    : l10n.t('Detach {0}', quoted(tag.name));
}

/** Asked where it needs an answer first. */
export function questionText(verb: Verb, { tag, who }: Named): string {
  return verb === 'attach'
    ? l10n.t('Attach {0} to {1}?', quoted(tag.name), who)
    : l10n.t('Detach {0} from {1}?', quoted(tag.name), who);
}

export function yesText(verb: Verb): string {
  return verb === 'attach' ? l10n.t('Attach') : l10n.t('Detach');
}

export function workingText(who: string): string {
  return l10n.t('Changing the tags of {0}', who);
}

export function doneText(verb: Verb, { tag, who }: Named): string {
  return verb === 'attach'
    ? l10n.t('{0} attached to {1}.', quoted(tag.name), who)
    : l10n.t('{0} detached from {1}.', quoted(tag.name), who);
}

export interface AskUserNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly panels: CustomerPanels;
  readonly memory: TaggingMemory;
  readonly loaded: LoadedUsers;
  readonly atHand: BotAtHand;
}
export interface AskTaggingNeeds extends AskUserNeeds {
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly tags: TagActions;
}

/** The user whom a command is about, and the steps that ask for what was not in hand. */
export interface AskedUser {
  readonly steps: readonly Step[];
  readonly tag: TagChoice | undefined;
  /** The bot, when it was in hand. */
  readonly inHand: Bot | undefined;
  /** These three once the steps ran. */
  readonly bot: () => Bot;
  readonly user: () => UserRef;
  /** Their name, where this window knows it, else the ID. */
  readonly who: () => string;
}

/** What is given: by the clicked tag, by the row of a customer, or by nothing. */
interface Given {
  readonly bot: Bot | undefined;
  readonly tag?: TagChoice;
  readonly user?: UserRef;
}

/**
 * Asks for what is not given: the bot and the user; in hand may be a row of the panel in front, or a tag.
 * @param check throws when nothing may be done with the bot, before anything else is asked
 */
export async function askUserSteps(
  parts: AskUserNeeds,
  hand: Hand,
  check: (bot: Bot) => void = () => {},
): Promise<AskedUser> {
  const { atHand } = parts;
  const catalogue = await parts.catalogue();
  const { bot: inHand, tag, user } = await givenBy(parts, hand);
  if (inHand !== undefined) check(inHand);
  const bots = (): readonly Bot[] =>
    inHand === undefined ? atHand.first(catalogue.bots()) : [inHand];
  const asked = new CustomerSteps(user === undefined, parts, { catalogue, bots, check });
  const bot = (): Bot => inHand ?? asked.customer.bot;
  const whom = (): UserRef => user ?? asked.customer.user;
  const who = (): string => nameOfUser(parts, bot(), whom()) ?? idOf(whom());
  return { steps: asked.steps, tag, inHand, bot, user: whom, who };
}

/** Asks for what is not given: the bot, the user, the tag. */
export async function askTagging(
  parts: AskTaggingNeeds,
  hand: Hand,
  verb: Verb,
): Promise<{ bot: Bot; tag: TagChoice; user: UserRef; who: string }> {
  const { tags, memory } = parts;
  const catalogue = await parts.catalogue();
  const asked = await askUserSteps(parts, hand, (bot) =>
    requireUnlocked(catalogue, bot, ENDPOINTS[verb]),
  );
  let { tag } = asked;
  if (asked.inHand !== undefined && tag !== undefined)
    requireUnlocked(catalogue, asked.inHand, ENDPOINTS[verb], [tag.id]);
  const { signal } = new AbortController();
  const title = titleOf(verb, tag === undefined ? {} : { tag });
  await runSteps(titleAt(asked.inHand, title), [
    ...asked.steps,
    step(
      tag === undefined,
      async (position) => {
        const bot = asked.bot();
        const titled = { ...position, title: titleAt(bot, titleOf(verb, { who: asked.who() })) };
        return verb === 'attach'
          ? askTag(await parts.tagIndex(), bot, memory, titled)
          : askUserTag(tags.list(bot, asked.user(), signal), bot, memory, titled);
      },
      (answer) => (tag = answer),
    ),
  ]);
  return { bot: asked.bot(), tag: tag ?? fail(), user: asked.user(), who: asked.who() };
}

async function givenBy(
  parts: {
    readonly catalogue: Lazy<Catalogue>;
    readonly panels: CustomerPanels;
    readonly memory: TaggingMemory;
  },
  { row, nodes }: Hand,
): Promise<Given> {
  const catalogue = await parts.catalogue();
  if (row !== undefined) {
    const { bot, user, userName, tag } = await parts.panels.userInFront(row);
    parts.memory.noteUser(bot.key, user, userName);
    return { bot, user, ...(tag === undefined ? {} : { tag }) };
  }
  const node = nodes[0];
  if (node === undefined) return { bot: onlyBot(catalogue) };
  const item = itemsOf(catalogue, nodes)[0];
  if (item?.type === FOLDER) {
    throw new UserError(vscode.l10n.t('A folder cannot be attached to a customer. Select a tag.'));
  }
  return { bot: botNamed(catalogue, node.bot), ...(item === undefined ? {} : { tag: item }) };
}

function fail(): never {
  throw new Error('a step left no answer');
}
