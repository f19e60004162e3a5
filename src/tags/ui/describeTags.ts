import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { CatalogueItem } from '../../base/model.ts';
import type { CommandId } from '../../commands/commands.ts';
import { botLines } from '../../catalogue/ui/writeGuard.ts';
import { markdownOf } from '../../base/ui/editor.ts';
import { isCounted, seenText } from '../../catalogue/ui/scanText.ts';
import { dateTimeText } from '../../base/ui/localeTexts.ts';

/** @param id ID in the document. Differs from the ID of the tag if the tag was renamed. */
export type DescribeTags = (
  tags: readonly CatalogueItem[],
  id: string,
) => Promise<readonly vscode.MarkdownString[]>;

export function describer(catalogue: Lazy<Catalogue>): DescribeTags {
  return async (tags, id) => {
    const openCatalogue = await catalogue();
    return tags.map((tag) => describeTag(openCatalogue, tag, id));
  };
}

function describeTag(
  catalogue: Catalogue,
  tag: CatalogueItem,
  idInDocument: string,
): vscode.MarkdownString {
  const { l10n } = vscode;
  const { id, name, state } = tag;
  const bot = catalogue.bot(tag.bot);
  const scan = catalogue.scan(tag.bot);
  const folders = catalogue.ancestors(tag).map((folder) => folder.name);
  const lines = [
    ...(idInDocument === id ? [] : [l10n.t('This ID was replaced by {0}.', id)]),
    ...(folders.length === 0 ? [] : [l10n.t('Folder: {0}', folders.join(' / '))]),
    ...(bot === undefined ? [] : botLines(bot)),
    ...(state === 'gone' ? [l10n.t('Deleted in the service')] : []),
    ...(isCounted(tag, scan)
      ? [seenText(tag, scan), l10n.t('Last scan: {0}', dateTimeText(scan.updated))]
      : []),
  ];
  const links: readonly { title: string; command: CommandId; argument: object }[] = [
    { title: l10n.t('Go to Tag'), command: 'botTags.goToTag', argument: { bot: tag.bot, id } },
    {
      title: l10n.t('Show Customers'),
      command: 'botTags.showTagCustomers',
      argument: { bot: tag.bot, tagId: id },
    },
    {
      title: l10n.t('Copy Name'),
      command: 'botTags.copyName',
      argument: { bot: tag.bot, ids: [id] },
    },
    {
      title: l10n.t('Find in Workspace'),
      command: 'botTags.findInWorkspace',
      argument: { bot: tag.bot, ids: [idInDocument] },
    },
  ];
  return markdownOf(name, lines, links);
}
