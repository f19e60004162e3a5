import type { Bot, CatalogueItem } from '../../src/core/model.ts';
import type { CatalogueStore } from '../../src/core/ports.ts';

export const BIG_BOT: Bot = {
  ...{ key: 'bench', baseUrl: 'https://bots.example', botId: 'bot-1', label: 'Bench' },
  ...{ kind: 'service', environment: '', origin: 'added', isConfirmed: true, created: 1 },
};
export const TAGS = 100_000;
export const FOLDERS = 2000;
export const DEPTH = 20;
/** The folder with the most children, and how many it has. */
export const BIG_FOLDER = 'folder-0';
export const BIG_CHILDREN = 1000;

const places = ['門市會員', '台北', 'VIP', 'newsletter', '生日', 'first order'];

/** Folders in chains of `DEPTH`, and the tags among them. */
export function bigItems(): readonly CatalogueItem[] {
  const folders = Array.from({ length: FOLDERS }, (_, at) =>
    item(`folder-${at}`, 1, at % DEPTH === 0 ? null : `folder-${at - 1}`),
  );
  const rest = TAGS - (BIG_CHILDREN - 1);
  const tags = Array.from({ length: TAGS }, (_, at) =>
    // The first folder has a sub-folder too.
    item(`tag-${at}`, 0, at < rest ? `folder-${1 + (at % (FOLDERS - 1))}` : BIG_FOLDER),
  );
  return [...folders, ...tags];
}

export function fill(store: CatalogueStore): void {
  store.atomically(() => {
    store.saveBot(BIG_BOT);
    for (const one of bigItems()) store.saveItem(one);
  });
}

function item(id: string, type: number, parentId: string | null): CatalogueItem {
  const time = 1_700_000_000_000;
  return {
    ...{ bot: BIG_BOT.key, id, type, name: `${places[id.length % places.length]} ${id}`, parentId },
    ...{ namedAt: time, folderKnown: 'service', source: 'created', created: time },
    ...{ firstSeen: time, lastSeen: time, scan: null, seenOn: 0, state: 'ok', reason: null },
  };
}
