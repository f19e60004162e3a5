import { runInSlices } from '../base/promises.ts';
import type { CatalogueItem } from '../base/model.ts';
import type { Catalogue } from './catalogue.ts';
import { BotsByAddress } from './reader.ts';
import { nameInFile } from './workspaceFile.ts';
import type { LocatedItem } from './workspaceFileText.ts';

/** Difference between a workspace file and what the service reported. */
export interface FileFinding {
  readonly locatedItem: LocatedItem;
  readonly item: CatalogueItem;
  /** `unchecked`: the request to the service failed. */
  readonly kind: 'gone' | 'renamed' | 'wrong-bot' | 'unchecked';
  /** ID of the bot that owns the item. Set only for `wrong-bot`. */
  readonly botId?: string;
}

/**
 * Compares each entry of a file with the catalogue. Works in slices, because a file may have 100,000 entries.
 * @param ownerOf returns the ID of another bot that owns the item; `undefined` if none is known
 */
export async function fileFindings(
  catalogue: Catalogue,
  locatedItems: readonly LocatedItem[],
  ownerOf: (item: CatalogueItem) => string | undefined,
  signal?: AbortSignal,
): Promise<readonly FileFinding[]> {
  const bots = new BotsByAddress(catalogue);
  const findings: FileFinding[] = [];
  function* findInSlices(): Generator<undefined> {
    for (const locatedItem of locatedItems) {
      const bot = bots.botAt(locatedItem);
      const item = bot && catalogue.item(bot.key, locatedItem.id);
      const finding = item && findingOf(locatedItem, item, ownerOf(item));
      if (finding !== undefined) findings.push(finding);
      yield;
    }
  }
  await runInSlices(findInSlices(), signal);
  return findings;
}

function findingOf(
  locatedItem: LocatedItem,
  item: CatalogueItem,
  botId: string | undefined,
): FileFinding | undefined {
  if (item.state === 'gone') return { locatedItem, item, kind: 'gone' };
  if (item.state === 'error') {
    return botId === undefined
      ? { locatedItem, item, kind: 'unchecked' }
      : { locatedItem, item, kind: 'wrong-bot', botId };
  }
  // A name that is known only from the file cannot differ from it.
  const isRenamed = item.namedAt !== null && nameInFile(item) !== locatedItem.name;
  return isRenamed ? { locatedItem, item, kind: 'renamed' } : undefined;
}
