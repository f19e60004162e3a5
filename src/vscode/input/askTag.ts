import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue.ts';
import { FOLDER, type Bot, type CatalogueItem, type UserTagList } from '../../core/model.ts';
import { timeText } from '../timeText.ts';
import { askPick } from './askPick.ts';
import { askText } from './askText.ts';
import { BACK, type Back, type StepPosition } from './steps.ts';

/** A tag to attach or detach, with its name where it is known. */
export interface TagChoice {
  readonly id: string;
  readonly name: string;
}

interface TagEntry extends vscode.QuickPickItem {
  /** Absent: "Enter an ID…". */
  readonly tag?: TagChoice;
}

/** Asks for one of the catalogue's tags, by name, ID or folder; or for an ID. */
export async function askTag(
  catalogue: Catalogue,
  bot: Bot,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const tags = catalogue.items(bot.key).filter((item) => item.type !== FOLDER);
  // Made once: `localeCompare` would make one for each of a million comparisons.
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const entries = tags
    .map((item) => catalogueEntry(catalogue, item))
    .toSorted((a, b) => compare(a.label, b.label));
  return askEntry(vscode.l10n.t('Pick a tag by name, ID or folder'), entries, position);
}

/** Asks for one of the tags that the service says are on the user; or for an ID. */
export async function askUserTag(
  lists: Promise<readonly UserTagList[]>,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const entries = lists.then((all) => tagsOf(all).map(userTagEntry));
  return askEntry(vscode.l10n.t("Pick one of the user's tags"), entries, position);
}

export function tagsOf(lists: readonly UserTagList[]) {
  return lists.flatMap((list) => list.tags);
}

export function userTagEntry(tag: ReturnType<typeof tagsOf>[number]) {
  return {
    label: tag.name,
    description: tag.id,
    detail: vscode.l10n.t('Attached {0}', timeText(tag.timestamp)),
    iconPath: new vscode.ThemeIcon('tag'),
    tag: { id: tag.id, name: tag.name },
  };
}

function catalogueEntry(catalogue: Catalogue, item: CatalogueItem): TagEntry & { tag: TagChoice } {
  const path = catalogue.ancestors(item).map((folder) => folder.name);
  const gone = item.state === 'gone' ? [vscode.l10n.t('gone')] : [];
  return {
    label: item.name,
    description: [item.id, ...gone].join(' · '),
    ...(path.length === 0 ? {} : { detail: path.join(' / ') }),
    iconPath: new vscode.ThemeIcon('tag'),
    tag: { id: item.id, name: item.name },
  };
}

async function askEntry(
  placeholder: string,
  tags: readonly TagEntry[] | Promise<readonly TagEntry[]>,
  position: StepPosition,
): Promise<TagChoice | Back> {
  const other: TagEntry = {
    label: vscode.l10n.t('Enter an ID…'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
  for (;;) {
    const items = Promise.resolve(tags).then((all) => [...all, other]);
    const picked = await askPick<TagEntry>({ placeholder, items }, position);
    if (picked === BACK) return BACK;
    if (picked.tag !== undefined) return picked.tag;
    const prompt = vscode.l10n.t('ID of the tag');
    const id = await askText({ prompt, placeholder: 'tag-…' }, { ...position, canGoBack: true });
    if (id !== BACK) return { id, name: id };
  }
}
