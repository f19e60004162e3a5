import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { FOLDER, type Bot, type UserRef } from '../../core/model.ts';
import { askBot, onlyBot } from '../input/askBot.ts';
import { askTag, askUserTag, type TagChoice } from '../input/askTag.ts';
import { userSteps } from '../input/askUser.ts';
import { runSteps, step, type StepPosition } from '../input/steps.ts';
import { sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { whileWorking } from '../progress.ts';
import { itemsOf } from '../tree/itemsOf.ts';
import { userOfArgument } from '../userArgument.ts';
import { botNamed, type Hand, type Handler } from './handler.ts';

export type TagUserNeeds = Pick<Parts, 'catalogue' | 'tagIndex' | 'tags' | 'panels' | 'lastUsers'>;
type Tagging = Handler<'botTags.attachTag'> & Handler<'botTags.attachThisTag'>;

/** What is given: by the clicked tag, by the row of a customer, or by nothing. */
interface Given {
  readonly bot: Bot | undefined;
  readonly tag?: TagChoice | undefined;
  readonly user?: UserRef | undefined;
  /** Where the panel knows it. */
  readonly userName?: string | undefined;
}

type Verb = 'attach' | 'detach';

/** "Attach Tag to User…" and "Detach Tag from User…". */
export function tagUser(parts: TagUserNeeds, verb: Verb): Tagging {
  return {
    byPerson: async (hand) => {
      const { title, working, done } = textsOf(verb);
      const { bot, tag, user } = await askTagging(parts, hand, title, verb);
      await whileWorking(working(tag.name), (signal) =>
        parts.tags[verb](bot, tag.id, user, signal),
      );
      sayDone(done(tag.name));
    },
    byProgram: async ({ bot, tagId, user }) => {
      const known = botNamed(await parts.catalogue(), bot);
      await parts.tags[verb](known, tagId, userOfArgument(user), new AbortController().signal);
    },
  };
}

function textsOf(verb: Verb) {
  const { l10n } = vscode;
  if (verb === 'attach') {
    return {
      title: l10n.t('Attach Tag to User'),
      working: (name: string) => l10n.t('Attaching "{0}"…', name),
      done: (name: string) => l10n.t('Tag "{0}" attached.', name),
    };
  }
  return {
    title: l10n.t('Detach Tag from User'),
    working: (name: string) => l10n.t('Detaching "{0}"…', name),
    done: (name: string) => l10n.t('Tag "{0}" detached.', name),
  };
}

/** Whose tags are changed. */
function titleFor(verb: Verb, who: string): string {
  return verb === 'attach'
    ? vscode.l10n.t('Attach Tag to {0}', who)
    : vscode.l10n.t('Detach Tag from {0}', who);
}

/** Asks for what is not given: the bot, the user, the tag. */
async function askTagging(
  parts: TagUserNeeds,
  hand: Hand,
  title: string,
  verb: Verb,
): Promise<{ bot: Bot; tag: TagChoice; user: UserRef }> {
  const catalogue = await parts.catalogue();
  const given = await givenBy(parts, hand);
  let { bot, tag } = given;
  const asked = userSteps(given.user === undefined, parts.lastUsers, () => bot?.key);
  const user = (): UserRef => given.user ?? asked.user();
  const needBot = (): Bot => bot ?? fail();
  const { signal } = new AbortController();
  const titled = (position: StepPosition): StepPosition => {
    const who = given.userName ?? idOf(user());
    return { ...position, title: titleFor(verb, who) };
  };
  await runSteps(title, [
    step(
      bot === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    ...asked.steps,
    step(
      tag === undefined,
      async (position) =>
        verb === 'attach'
          ? askTag(await parts.tagIndex(), needBot(), titled(position))
          : askUserTag(parts.tags.list(needBot(), user(), signal), titled(position)),
      (answer) => (tag = answer),
    ),
  ]);
  return { bot: needBot(), tag: tag ?? fail(), user: user() };
}

/** The bot and, from a row of the panel in front, the user; or, from the tree, the tag. */
export async function givenBy(parts: TagUserNeeds, hand: Hand): Promise<Given> {
  const catalogue = await parts.catalogue();
  if (hand.row !== undefined) return parts.panels.userInFront(hand.row);
  const node = hand.nodes[0];
  if (node === undefined) return { bot: onlyBot(catalogue) };
  const item = itemsOf(catalogue, hand.nodes)[0];
  if (item?.type === FOLDER) {
    throw new UserError(vscode.l10n.t('A folder cannot be attached to a user: pick a tag.'));
  }
  return { bot: botNamed(catalogue, node.bot), ...(item === undefined ? {} : { tag: item }) };
}

/** The ID that names the user. */
export function idOf({ rawUid, uid }: UserRef): string {
  return rawUid ?? uid ?? '';
}

function fail(): never {
  throw new Error('a step left no answer');
}
