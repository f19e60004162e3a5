import { runInSlices } from '../base/promises.ts';
import type { CatalogueItem } from '../base/model.ts';
import type { Catalogue } from './catalogue.ts';
import { BotsByAddress } from './reader.ts';
import { nameInFile } from './workspaceFile.ts';
import type { FileSpot } from './workspaceFileText.ts';

/** Difference between a workspace file and what the service reported. */
export interface FileFinding {
  readonly spot: FileSpot;
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
  spots: readonly FileSpot[],
  ownerOf: (item: CatalogueItem) => string | undefined,
  signal?: AbortSignal,
): Promise<readonly FileFinding[]> {
  const bots = new BotsByAddress(catalogue);
  const findings: FileFinding[] = [];
  function* findInSlices(): Generator<undefined> {
    for (const spot of spots) {
      const bot = bots.of(spot);
      const item = bot && catalogue.item(bot.key, spot.id);
      const finding = item && findingOf(spot, item, ownerOf(item));
      if (finding !== undefined) findings.push(finding);
      yield;
    }
  }
  await runInSlices(findInSlices(), signal);
  return findings;
}

function findingOf(
  spot: FileSpot,
  item: CatalogueItem,
  botId: string | undefined,
): FileFinding | undefined {
  if (item.state === 'gone') return { spot, item, kind: 'gone' };
  if (item.state === 'error') {
    return botId === undefined
      ? { spot, item, kind: 'unchecked' }
      : { spot, item, kind: 'wrong-bot', botId };
  }
  // A name that is known only from the file cannot differ from it.
  const isRenamed = item.namedAt !== null && nameInFile(item) !== spot.name;
  return isRenamed ? { spot, item, kind: 'renamed' } : undefined;
}
