import * as vscode from 'vscode';
import {
  tagsIn,
  tagsText,
  type TagMoment,
  type TagMoments,
} from '../../core/customers/tagMoments.ts';
import { Cancelled, NoticeError, UserError } from '../../core/errors.ts';
import type { Bot, UserRef, UserTag } from '../../core/model.ts';
import type { Clock } from '../../core/ports.ts';
import type { ComparedTags } from '../../surface/results.ts';
import { askFile } from '../customers/comparePages.ts';
import type { JsonDocuments } from '../documents/jsonDocuments.ts';
import { showDiff } from '../documents/showDiff.ts';
import { timeName } from '../documents/snapshot.ts';
import { askPick } from '../input/askPick.ts';
import { tagsOf } from '../input/askTag.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { tagCount } from '../kit/counts.ts';
import { sayDone } from '../kit/window.ts';
import { askUserSteps, type AskTaggingNeeds } from './askTagging.ts';
import { idOf } from './askUser.ts';
import { userOfArgument } from './userArgument.ts';

interface Needs extends AskTaggingNeeds {
  readonly moments: TagMoments;
  readonly documents: JsonDocuments;
  readonly clock: Clock;
}

/** A side of the comparison. */
interface Tags {
  /** ms; of a file not known. */
  readonly time?: number;
  /** Its name. */
  readonly file?: string;
  readonly tags: readonly UserTag[];
}

export function compareUserTags(parts: Needs): Handler<'botTags.compareUserTags'> {
  return {
    byPerson: async (hand) => {
      const asked = await askUserSteps(parts, hand);
      let earlier: Tags | undefined;
      await runSteps(vscode.l10n.t('Compare Tags of User'), [
        ...asked.steps,
        step(
          true,
          (position) => askEarlier(parts, asked.bot(), asked.user(), position),
          (answer) => (earlier = answer),
        ),
      ]);
      if (earlier === undefined) throw new Cancelled();
      const { attached, detached } = await compare(parts, asked.bot(), asked.user(), earlier);
      sayDone(
        vscode.l10n.t('{0} attached, {1} detached.', tagCount(attached.length), detached.length),
      );
    },
    byProgram: async ({ bot, user, earlier }) => {
      const known = botNamed(await parts.catalogue(), bot);
      const reference = userOfArgument(user);
      const before =
        earlier === undefined
          ? lastMoment(parts.moments.of(known.key, reference))
          : await tagsAt(vscode.Uri.parse(earlier.uri, true));
      return compare(parts, known, reference, before);
    },
  };
}

/** The tags as they are now, beside those of an earlier moment. */
async function compare(
  parts: Needs,
  bot: Bot,
  user: UserRef,
  earlier: Tags,
): Promise<ComparedTags> {
  const { signal } = new AbortController();
  const now = tagsOf(await parts.tags.list(bot, user, signal));
  const subject = vscode.l10n.t('Tags of {0}', idOf(user));
  const uris = await showDiff(
    parts.documents,
    { subject: earlier.file ?? subject, time: earlier.time, text: tagsText(earlier.tags) },
    { subject, time: parts.clock.now(), text: tagsText(now) },
  );
  return {
    ...uris,
    attached: missingIn(earlier.tags, now),
    detached: missingIn(now, earlier.tags),
  };
}

function missingIn(known: readonly UserTag[], tags: readonly UserTag[]): readonly string[] {
  const ids = new Set(known.map(({ id }) => id));
  return tags.map(({ id }) => id).filter((id) => !ids.has(id));
}

async function askEarlier(
  parts: Needs,
  bot: Bot,
  user: UserRef,
  position: StepPosition,
): Promise<Tags | Back> {
  const { l10n } = vscode;
  const moments = parts.moments.of(bot.key, user).toReversed();
  const items = [
    ...moments.map((moment) => ({
      label: timeName(moment.time),
      description: tagCount(moment.tags.length),
      detail: l10n.t('As the service reported them then'),
      moment,
    })),
    {
      label: l10n.t('Choose a JSON file…'),
      detail: l10n.t('Tags saved earlier'),
      moment: undefined,
    },
    ...(moments.length > 0 ? [] : [{ ...nothingYet(), moment: null }]),
  ];
  const placeholder = l10n.t('Compare the current tags with…');
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.moment === undefined) return tagsAt(await askFile(placeholder));
  if (picked.moment !== null) return picked.moment;
  await parts.tags.list(bot, user, new AbortController().signal);
  sayDone(l10n.t('The tags are remembered until this window closes. Compare again later.'));
  throw new Cancelled();
}

function nothingYet(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Remember the current tags'),
    detail: vscode.l10n.t('No earlier tags of this user are known yet; compare again later'),
  };
}

function lastMoment(moments: readonly TagMoment[]): Tags {
  const last = moments.at(-1);
  if (last !== undefined) return last;
  throw new NoticeError(
    vscode.l10n.t(
      'This window has not listed the tags of this user before. List them once and compare later.',
    ),
  );
}

async function tagsAt(uri: vscode.Uri): Promise<Tags> {
  const name = uri.path.split('/').at(-1) ?? '';
  const bytes = await vscode.workspace.fs.readFile(uri);
  const tags = tagsIn(parsed(new TextDecoder().decode(bytes)));
  if (tags !== undefined) return { file: name, tags };
  throw new UserError(
    vscode.l10n.t(
      '"{0}" does not contain the tags of a user: it is neither the answer to "List Tags of User…" nor a customer record.',
      name,
    ),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
