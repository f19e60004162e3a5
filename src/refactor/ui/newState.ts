import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import {
  MOST_OLD_TAGS,
  type RefactorKind,
  type RefactorState,
  type RefactorTarget,
} from '../../runs/refactorState.ts';
import { botNamed } from '../../catalogue/ui/handler.ts';
import { notListedText } from '../../catalogue/ui/itemEntry.ts';
import type { RefactorDialogs } from './refactorDialogs.ts';
import type { RefactorJobs } from './refactorJobs.ts';
import { requireTag, type ListNeeds } from './tagsInHand.ts';

export interface CommandNeeds extends ListNeeds {
  readonly refactors: RefactorJobs;
  readonly refactorDialogs: RefactorDialogs;
}

/** What is to be begun. */
export function newState(
  kind: RefactorKind,
  [first, ...others]: readonly [CatalogueItem, ...CatalogueItem[]],
  target: RefactorTarget,
): RefactorState {
  if (others.length >= MOST_OLD_TAGS) {
    throw new UserError(
      vscode.l10n.t(
        'No more than {0} tags can be merged at the same time. Nothing was changed. Select fewer tags.',
        MOST_OLD_TAGS,
      ),
    );
  }
  const named = ({ id, name }: CatalogueItem) => ({ id, name });
  const old = [named(first), ...others.map(named)] as const;
  return { kind, old, target, phase: 'scanning', start: 0, hasDeleted: false };
}

/** A tag of the list that a program names. Throws `UserError`. */
export async function oneTag(
  parts: ListNeeds,
  reference: string,
  id: string,
): Promise<{ readonly bot: Bot; readonly tag: CatalogueItem }> {
  const catalogue = await parts.catalogue();
  const bot = botNamed(catalogue, reference);
  const tag = catalogue.item(bot.key, id);
  if (tag === undefined) {
    throw new UserError(notListedText(id));
  }
  requireTag(tag);
  return { bot, tag };
}
