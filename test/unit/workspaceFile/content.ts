import type { FileBot, FileContent, FileItem } from '../../../src/catalogue/workspaceFile.ts';
import type { FileChange } from '../../../src/catalogue/workspaceFileText.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';

export function tag(id: string, name = id, type = TAG): FileItem {
  return { id, name, type, items: [] };
}

export function folder(id: string, name: string, items: readonly FileItem[] = []): FileItem {
  return { id, name, type: FOLDER, items };
}

export function bot(change: Partial<FileBot> = {}): FileBot {
  return {
    label: 'Tea House',
    baseUrl: 'https://api.example',
    botId: 'bot-tea',
    environment: '',
    isReadOnly: false,
    items: [],
    unplaced: [],
    ...change,
  };
}

export function changeWithBots(...bots: FileBot[]): FileChange {
  return { content: { bots }, dropped: [], renamed: [] };
}

/** Returns the content with everything sorted by ID, so that comparisons ignore the order. */
export function sorted({ bots }: FileContent): FileContent {
  return {
    bots: bots
      .map((fileBot) => ({
        ...fileBot,
        items: sortedItems(fileBot.items),
        unplaced: sortedItems(fileBot.unplaced),
      }))
      .toSorted((a, b) => byId({ id: addressOf(a) }, { id: addressOf(b) })),
  };
}

function addressOf({ baseUrl, botId }: FileBot): string {
  return JSON.stringify([baseUrl, botId]);
}

function sortedItems(items: readonly FileItem[]): readonly FileItem[] {
  return items.map((item) => ({ ...item, items: sortedItems(item.items) })).toSorted(byId);
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
