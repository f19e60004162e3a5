import type { Bot, CatalogueItem } from '../model.ts';
import type { Catalogue } from './catalogue.ts';
import { botOfFile } from './workspaceFile.ts';
import type { FileSpot } from './workspaceFileText.ts';

/** Where a workspace file says another thing than the service did. */
export interface FileFinding {
  readonly spot: FileSpot;
  readonly item: CatalogueItem;
  /** `unchecked`: the service was asked, and could not say. */
  readonly kind: 'gone' | 'renamed' | 'wrong-bot' | 'unchecked';
  /** Of `wrong-bot`: the bot ID to which it belongs. */
  readonly botId?: string;
}

/** @param ownerOf the bot ID to which an item belongs, when it is known to be another bot's */
export function fileFindings(
  catalogue: Catalogue,
  spots: readonly FileSpot[],
  ownerOf: (item: CatalogueItem) => string | undefined,
): readonly FileFinding[] {
  const bots = new Map<string, Bot | undefined>();
  const botOf = (spot: FileSpot): Bot | undefined => {
    const key = JSON.stringify([spot.baseUrl, spot.botId]);
    if (!bots.has(key)) bots.set(key, botOfFile(catalogue, spot));
    return bots.get(key);
  };
  return spots.flatMap((spot) => {
    const bot = botOf(spot);
    const item = bot && catalogue.item(bot.key, spot.id);
    const found = item && findingOf(spot, item, ownerOf(item));
    return found === undefined ? [] : [found];
  });
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
  // A name that only the file has told says nothing against it.
  const isOther = item.namedAt !== null && item.name !== spot.name;
  return isOther ? { spot, item, kind: 'renamed' } : undefined;
}
