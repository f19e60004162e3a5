import * as vscode from 'vscode';
import { askPick } from '../input/askPick.ts';
import { noTagsText, tagsOf, userTagEntry, type TagChoice } from '../input/askTag.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { runSteps, type StepPosition } from '../input/steps.ts';
import { tagCount } from '../kit/counts.ts';
import { copyLines, sayDone } from '../kit/window.ts';
import { askUserSteps, type AskedUser, type AskTaggingNeeds } from './askTagging.ts';
import { doneText, undoneText } from './taggingTexts.ts';
import { userOfArgument } from './userArgument.ts';

export function listUserTags(parts: AskTaggingNeeds): Handler<'botTags.listUserTags'> {
  return {
    byPerson: async (hand) => {
      const asked = await askUserSteps(parts, hand);
      await runSteps(vscode.l10n.t('List Tags of User'), [
        ...asked.steps,
        {
          isNeeded: true,
          ask: async (position) => {
            parts.memory.noteUser(asked.bot().key, asked.user());
            const title = vscode.l10n.t('Tags of {0}', asked.who());
            return showTags(new UserTags(parts, asked), { ...position, title });
          },
        },
      ]);
    },
    byProgram: async ({ bot, user }) => {
      const known = botNamed(await parts.catalogue(), bot);
      return parts.tags.list(known, userOfArgument(user), new AbortController().signal);
    },
  };
}

interface TagPick extends vscode.QuickPickItem {
  readonly tag?: TagChoice;
  /** It was detached in this list. */
  readonly isOff?: boolean;
}

async function showTags(shown: UserTags, position: StepPosition) {
  const placeholder = vscode.l10n.t('Asking the service for the tags…');
  const picked = await askPick<TagPick>(
    {
      placeholder,
      counted,
      items: shown.load(),
      onButton: (entry) => shown.toggle(entry),
      onChange: (show) => shown.onChange(show),
    },
    position,
  );
  if (typeof picked === 'symbol') return picked;
  if (picked.tag === undefined) return;
  await copyLines([picked.tag.id]);
  sayDone(vscode.l10n.t('{0} copied.', picked.tag.id));
}

/** The entries of the list: the tags on the user, and those that were detached in it, to be attached again. */
class UserTags {
  readonly #tags: AskTaggingNeeds['tags'];
  readonly #asked: AskedUser;
  readonly #detached = new Map<string, TagChoice>();
  readonly #signal = new AbortController().signal;
  #isBusy = false;

  constructor({ tags }: AskTaggingNeeds, asked: AskedUser) {
    this.#tags = tags;
    this.#asked = asked;
  }

  async load(): Promise<readonly TagPick[]> {
    const tags = tagsOf(await this.#tags.list(this.#asked.bot(), this.#asked.user(), this.#signal));
    for (const { id } of tags) this.#detached.delete(id);
    const off = [...this.#detached.values()].map((tag) => ({
      ...{ label: tag.name, description: tag.id, tag, isOff: true },
      detail: vscode.l10n.t('Detached. Undo attaches it with a new time and count.'),
      iconPath: new vscode.ThemeIcon('circle-slash'),
      buttons: [button('discard', vscode.l10n.t('Undo'))],
    }));
    const on = tags.map((tag) => ({
      ...userTagEntry(tag),
      buttons: [button('remove-close', vscode.l10n.t('Detach'))],
    }));
    const none = on.length === 0 ? [{ label: noTagsText() }] : [];
    return [...none, ...on, ...off];
  }

  /** Detaches the tag, or attaches it again. */
  async toggle({ tag, isOff = false }: TagPick): Promise<readonly TagPick[]> {
    if (tag === undefined) return this.load();
    const [bot, user] = [this.#asked.bot(), this.#asked.user()];
    const named = { tag, who: this.#asked.who() };
    this.#isBusy = true;
    try {
      await this.#tags[isOff ? 'attach' : 'detach'](bot, tag.id, user, this.#signal);
    } finally {
      this.#isBusy = false;
    }
    this.#detached.set(tag.id, tag);
    sayDone(isOff ? undoneText('detach', named) : doneText('detach', named));
    return this.load();
  }

  /** Something else has tagged the user, such as the Undo of a message. */
  onChange(show: (entries: Promise<readonly TagPick[]>) => void): vscode.Disposable {
    const listening = this.#tags.onDidTag(() => {
      if (!this.#isBusy) show(this.load());
    });
    return new vscode.Disposable(() => listening.dispose());
  }
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}

function counted(entries: readonly TagPick[]): string {
  const count = entries.filter(({ tag, isOff }) => tag !== undefined && isOff !== true).length;
  return count === 0
    ? noTagsText()
    : vscode.l10n.t('{0}. Enter copies the ID of one, its button detaches it', tagCount(count));
}
