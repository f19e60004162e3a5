import * as vscode from 'vscode';
import {
  changesBetween,
  isNothing,
  stillToDo,
  withChanges,
  type TagChanges,
} from '../../core/customers/tagChanges.ts';
import type { TagSpot } from '../../core/customers/userTagsText.ts';
import { Cancelled } from '../../core/errors.ts';
import { FOLDER, type UserTag } from '../../core/model.ts';
import { NotSaved, openDocument } from '../documents/notSaved.ts';
import { tagsOf } from '../input/askTag.ts';
import { botLines, requireUnlocked } from '../input/writeGuard.ts';
import { diagnosticAt } from '../kit/editor.ts';
import { whileWorking } from '../kit/progress.ts';
import { plain } from '../kit/sinks.ts';
import { ask, sayDone } from '../kit/window.ts';
import { applyTagChanges } from './applyTagChanges.ts';
import type { EditedTags, EditorNeeds, TagsOnShow } from './editedTags.ts';
import * as texts from './editingTexts.ts';

interface Saving {
  readonly edited: EditedTags;
  readonly text: string;
}

/**
 * Changes the user's tags at the service to those of the text, once the person has agreed. Throws `NotSaved` when not
 * all of it is done; the next save goes on from what is.
 * @returns the text of what the service has then
 */
export async function saveUserTags(
  needs: EditorNeeds,
  editors: TagsOnShow,
  { edited, text }: Saving,
  problems: vscode.DiagnosticCollection,
): Promise<string> {
  try {
    const ids = await readIds(needs, { edited, text }, problems);
    return await change(needs, editors, edited, changesBetween(edited.opened, ids));
  } catch (error) {
    if (error instanceof NotSaved) throw error;
    if (!Cancelled.is(error)) void needs.onError(error, edited.bot.key);
    throw new NotSaved(vscode.l10n.t('Nothing was changed.'));
  }
}

async function change(
  { catalogue, tags, onError }: EditorNeeds,
  editors: TagsOnShow,
  edited: EditedTags,
  wanted: TagChanges,
): Promise<string> {
  const { bot, user, who } = edited;
  const list = await catalogue();
  const nameOf = (id: string): string => edited.names.get(id) ?? list.item(bot.key, id)?.name ?? id;
  const isKnown = (id: string): boolean =>
    edited.names.has(id) || list.item(bot.key, id) !== undefined;
  if (!isNothing(wanted)) {
    requireUnlocked(list, bot, 'attachTag', [...wanted.attach, ...wanted.detach]);
    await confirm({ bot: list.bot(bot.key) ?? bot, who }, wanted, { nameOf, isKnown });
  }
  const title = vscode.l10n.t('Asking the service for the tags…');
  const now = tagsOf(await whileWorking(title, (signal) => tags.list(bot, user, signal)));
  const there = now.map(({ id }) => id);
  const left = stillToDo(wanted, there);
  const foreign = changesBetween(edited.opened, there);
  if (!isNothing(foreign) && !isNothing(wanted)) {
    const lines = texts.conflictLines({ foreign, wanted, left }, nameOf);
    await settleConflict(editors, edited, now, lines);
  }
  const { done, failure } = await applied(tags, edited, left);
  edited.opened = [...withChanges(there, done)];
  if (failure !== undefined) {
    if (!Cancelled.is(failure)) void onError(failure, bot.key);
    const rest = stillToDo(left, edited.opened);
    throw new NotSaved(plain('notification', texts.stoppedText(done, rest, nameOf)));
  }
  const named = edited.opened.map((id) => ({ id, name: nameIn(now, id) ?? nameOf(id) }));
  const written = await editors.write(bot, named);
  edited.names = written.names;
  sayDone(isNothing(left) ? upToDateText(who) : texts.appliedText(left, who));
  return written.text;
}

function applied(tags: EditorNeeds['tags'], edited: EditedTags, left: TagChanges) {
  if (isNothing(left)) return { done: left, failure: undefined };
  return applyTagChanges(tags, edited, left);
}

function nameIn(tags: readonly UserTag[], id: string): string | undefined {
  return tags.find((tag) => tag.id === id)?.name;
}

function upToDateText(who: string): string {
  return vscode.l10n.t('Nothing to change: these are the tags of {0} now.', who);
}

interface Names {
  readonly nameOf: texts.NameOf;
  readonly isKnown: (id: string) => boolean;
}

async function confirm(
  { bot, who }: Pick<EditedTags, 'bot' | 'who'>,
  wanted: TagChanges,
  { nameOf, isKnown }: Names,
): Promise<void> {
  const unknown = wanted.attach.filter((id) => !isKnown(id));
  const detail = [
    ...texts.changeLines(wanted, nameOf),
    ...(unknown.length === 0 ? [] : ['', texts.unknownText(unknown)]),
    '',
    ...botLines(bot),
  ];
  const apply = vscode.l10n.t('Apply');
  const message = texts.questionText(wanted, who);
  if ((await ask({ message, detail }, apply)) !== apply) throw new Cancelled();
}

async function settleConflict(
  editors: TagsOnShow,
  edited: EditedTags,
  now: readonly UserTag[],
  detail: readonly string[],
): Promise<void> {
  const apply = vscode.l10n.t('Apply My Changes');
  const show = vscode.l10n.t('Show Changes');
  const message = texts.conflictText(edited.who);
  const choice = await ask({ message, detail }, apply, show);
  if (choice === apply) return;
  if (choice === show) await editors.showChanges(edited, now);
  throw new Cancelled();
}

/** The IDs in the text; problems are shown at their place, and throw. */
async function readIds(
  { catalogue, text: reader }: EditorNeeds,
  { edited, text }: Saving,
  collection: vscode.DiagnosticCollection,
): Promise<readonly string[]> {
  const list = await catalogue();
  const { bot, uri } = edited;
  if (list.bot(bot.key) === undefined) {
    throw new NotSaved(
      vscode.l10n.t(
        'The bot is no longer on the list. Nothing was changed. Add the bot again first.',
      ),
    );
  }
  const { spots, problems } = (await reader()).readUserTags(text);
  const isFolder = ({ id }: TagSpot): boolean => list.item(bot.key, id)?.type === FOLDER;
  const found = [
    ...problems.map((problem) => ({ ...problem, message: texts.tagsProblemText(problem) })),
    ...spots.filter(isFolder).map((spot) => ({ ...spot, message: folderText() })),
  ];
  const document = openDocument(uri);
  const rangeOf = ({ offset, length }: Pick<TagSpot, 'offset' | 'length'>): vscode.Range => {
    const at = (place: number): vscode.Position =>
      document?.positionAt(place) ?? new vscode.Position(0, 0);
    return new vscode.Range(at(offset), at(offset + length));
  };
  collection.set(
    uri,
    found.map((one) => {
      const { Error: severity } = vscode.DiagnosticSeverity;
      const diagnostic = diagnosticAt(rangeOf(one), one.message, severity);
      diagnostic.source = 'Bot Tags';
      return diagnostic;
    }),
  );
  const [first] = found;
  if (first === undefined) return spots.map(({ id }) => id);
  const line = rangeOf(first).start.line + 1;
  const reason = vscode.l10n.t('Line {0}: {1} Nothing was changed.', line, first.message);
  throw new NotSaved(plain('notification', reason));
}

function folderText(): string {
  return vscode.l10n.t('A folder cannot be attached to a customer: pick a tag.');
}
