import type { EntryOf } from '../base/customerFields.ts';
import type { SandboxItem, SandboxTagging } from '../base/ports.ts';
import { firstTagsAt } from './madeCustomers.ts';
import { indexOfUser, userKey } from './userIds.ts';
import type { SandboxUser } from './userIds.ts';
import type { World } from './world.ts';

type ItemOf = (id: string) => SandboxItem | undefined;

/** The tags on any user: a customer's own ones, changed by what was attached and detached since. */
export function tagsOfUser(world: World, user: SandboxUser): readonly EntryOf<'tags'>[] {
  const index = indexOfUser(user);
  const customer = index !== undefined && index < world.customers ? index : undefined;
  return currentTags(world, { user, index: customer }, (id) => world.state.item(id));
}

/** As `tagsOfUser`, for a caller that knows the customer's index and has the items at hand. */
export function currentTags(
  world: World,
  who: { readonly user: SandboxUser; readonly index: number | undefined },
  itemOf: ItemOf,
): readonly EntryOf<'tags'>[] {
  const first = who.index === undefined ? [] : firstTagsAt(who.index);
  const taggings = new Map<string, SandboxTagging>(first);
  for (const [id, tagging] of world.state.taggings(userKey(who.user))) {
    if (tagging) taggings.set(id, tagging);
    else taggings.delete(id);
  }
  const tags: EntryOf<'tags'>[] = [];
  for (const [id, { timestamp, count }] of taggings) {
    const item = itemOf(id);
    if (item) tags.push({ id, name: item.name, timestamp, count });
  }
  return tags;
}
