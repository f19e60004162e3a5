import { randomBytes, randomInt } from 'node:crypto';
import { FACEBOOK, FOLDER, LINE, TAG } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import { Failure } from './answer.ts';
import { tagsOfUser } from './madeCustomers.ts';
import { oddTag } from './spoiledData.ts';
import type { Switches } from './switches.ts';
import { decryptUid, encryptUid, type SandboxUser, userKey } from './userIds.ts';
import {
  type Handler,
  type JsonObject,
  requireBot,
  requireItem,
  requireTag,
  requireText,
  type World,
} from './world.ts';

/** Creates a tag or folder (docs/service-interface.md, section 4.1). */
export const createItem: Handler = (world, { body }) => {
  requireBot(world, body['botId']);
  const name = requireText(body, 'name');
  const type = body['type'];
  if (type !== TAG && type !== FOLDER) {
    throw new Failure(400, 'type must be the number 0 (user tag) or 1 (tag folder)');
  }
  const id = world.state.atomically(() => {
    const parentId = parentOf(world, body['parentId']);
    const created = world.clock.now();
    const item = { id: newId(world.switches), name, type, parentId, created };
    world.state.addItem(item);
    return item.id;
  });
  return createdAnswer(id, world.switches.createRes);
};

/** Reads a tag or folder (docs/service-interface.md, section 4.2). */
export const getItem: Handler = (world, { tagId }) => {
  const { created, id, name, type, parentId } = requireItem(world, tagId);
  const answer = { created, id, name, botId: world.botId, type };
  return world.switches.getItemParent === 'present' ? { ...answer, parentId } : answer;
};

/** Deletes a tag, or a folder with its contents (docs/service-interface.md, section 4.3). */
export const deleteItem: Handler = (world, { tagId }) =>
  world.state.atomically(() => {
    const { id } = requireItem(world, tagId);
    const { deleteRes } = world.switches;
    const deleted = deleteRes === 'keeps-children' ? [id] : withDescendants(world, id);
    world.state.removeItems(deleted);
    return deleteRes === 'all' ? deleted : [id];
  });

/** Accepts a number, too, because the service documents a number, although IDs are strings. `null`: the top level. */
function parentOf(world: World, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Failure(400, 'parentId must be the ID of a folder');
  }
  const needsNumber = world.switches.parentIds === 'numbers';
  if (needsNumber && typeof value === 'string' && /^\d+$/.test(value)) {
    throw new Failure(400, 'parentId must be a number and not a string of digits');
  }
  const parent = requireItem(world, String(value));
  if (parent.type !== FOLDER) throw new Failure(400, `parentId ${value} is not a folder`);
  return parent.id;
}

function newId(switches: Switches): string {
  if (switches.parentIds === 'numbers') return String(randomInt(1e13, 1e14));
  return `tag-${randomBytes(9).toString('base64url').slice(0, 9)}`;
}

function createdAnswer(id: string, form: Switches['createRes']): unknown {
  switch (form) {
    case 'object':
      return { id };
    case 'json-string':
      return JSON.stringify({ id });
    case 'almost-json':
      return `"{ "id": "${id}" }"`;
    case 'bare-id':
      return id;
    case 'unreadable':
      return { created: true };
  }
}

function withDescendants(world: World, rootId: string): readonly string[] {
  const children = Map.groupBy(world.state.items(), (item: SandboxItem) => item.parentId);
  const ids = [rootId];
  // The loop also visits the IDs that it appends.
  for (const id of ids) for (const child of children.get(id) ?? []) ids.push(child.id);
  return ids;
}

/** Attaches a tag to a user (docs/service-interface.md, section 4.4). */
export const attachTag: Handler = (world, { body }) => {
  const user = userOf(world, body);
  return world.state.atomically(() => {
    const tag = requireTag(world, requireText(body, 'bot_tag_id'));
    const currentTag = tagsOfUser(world, user).find(({ id }) => id === tag.id);
    if (currentTag && world.switches.attachAgain === 'error') {
      throw new Failure(500, `tag ${tag.id} is already on the user`);
    }
    const count = (currentTag?.count ?? 0) + 1;
    const timestamp = world.clock.now();
    world.state.setTagging(userKey(user), tag.id, { timestamp, count });
    return 'ok';
  });
};

/** Detaches a tag from a user (docs/service-interface.md, section 4.5). */
export const detachTag: Handler = (world, { body }) => {
  const user = userOf(world, body);
  return world.state.atomically(() => {
    const tag = requireTag(world, requireText(body, 'bot_tag_id'));
    const hasTag = tagsOfUser(world, user).some(({ id }) => id === tag.id);
    if (!hasTag && world.switches.detachMissing === 'error') {
      throw new Failure(500, `tag ${tag.id} is not on the user`);
    }
    if (hasTag) world.state.setTagging(userKey(user), tag.id, null);
    return 'ok';
  });
};

/** Lists the tags of a user (docs/service-interface.md, section 4.6). */
export const listUserTags: Handler = (world, { body }) => {
  const user = userOf(world, body);
  const validTags = tagsOfUser(world, user).map(({ id, name, timestamp }) => ({
    id,
    name,
    timestamp,
  }));
  const tags = world.switches.badFields === 'tags' ? validTags.map(oddTag) : validTags;
  if (tags.length === 0 && world.switches.untaggedUser === 'none') return [];
  const entry = {
    bot_uid: encryptUid(user.rawUid),
    bot_raw_uid: user.rawUid,
    bot_pid: user.pageId,
    bot_channel: user.channel,
    tags,
  };
  return [entry];
};

/** Accepts any user, not only the bot's customers (docs/service-interface.md, section 2.2). */
function userOf(world: World, body: JsonObject): SandboxUser {
  const rawUid = rawUidOf(world, body);
  const channel = body['bot_channel'];
  if (channel !== FACEBOOK && channel !== LINE) {
    throw new Failure(400, 'bot_channel must be the number 0 (Facebook) or 1 (LINE)');
  }
  return { rawUid, pageId: requireText(body, 'bot_pid'), channel };
}

function rawUidOf(world: World, body: JsonObject): string {
  const hasEncrypted = isPresent(body['bot_uid']);
  const hasRaw = isPresent(body['bot_raw_uid']);
  if (!hasEncrypted && !hasRaw)
    throw new Failure(400, 'one of bot_uid and bot_raw_uid is required');
  if (hasEncrypted && hasRaw && world.switches.bothUids === 'error') {
    throw new Failure(400, 'bot_uid and bot_raw_uid must not both be sent');
  }
  if (!hasEncrypted) return requireText(body, 'bot_raw_uid');
  const rawUid = decryptUid(requireText(body, 'bot_uid'));
  if (rawUid === undefined) throw new Failure(400, 'bot_uid is not an encrypted user ID');
  return rawUid;
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
