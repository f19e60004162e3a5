import { letOthersWork } from '../../base/inSlices.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import { contentOf, type FileChoice, type ItemsOfBots } from '../../catalogue/workspaceFile.ts';
import type { FileChange, SegmentChange } from '../../catalogue/workspaceFileText.ts';
import type { Bot } from '../../base/model.ts';
import type { FileEntry } from '../../base/ports.ts';

/** What these bots put into a file, and take out of it. @param entries what the catalogue had from the file */
export async function changeOf(
  catalogue: CatalogueReader,
  entries: readonly FileEntry[],
  choices: readonly FileChoice[],
  items: ItemsOfBots,
): Promise<FileChange> {
  const content = await contentOf(catalogue, choices, items);
  await letOthersWork();
  const listed = Map.groupBy(entries, ({ bot }) => bot);
  const dropped = choices.flatMap(({ bot: { key, baseUrl, botId } }) => {
    const known = new Set(items.get(key)?.map(({ id }) => id));
    const ids = (listed.get(key) ?? []).flatMap(({ item }) => item ?? []);
    return ids.filter((id) => !known.has(id)).map((id) => ({ baseUrl, botId, id }));
  });
  const renamed = choices.map(({ bot }) => bot).filter(({ origin }) => origin === 'file');
  return { content, dropped, renamed };
}

/** As it stands in a file that has nothing of it yet. */
export function headOf({ label, baseUrl, botId, environment }: Bot): SegmentChange['bot'] {
  return { label, baseUrl, botId, environment, isReadOnly: false };
}
