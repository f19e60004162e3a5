import { FACEBOOK, LINE } from '../base/model.ts';
import { oddTag } from './spoiledData.ts';
import { Failure } from './failure.ts';
import { tagsOfUser } from './madeCustomers.ts';
import { decryptUid, encryptUid, userKey } from './userIds.ts';
import type { SandboxUser } from './userIds.ts';
import type { Handler, JsonObject, World } from './world.ts';
import { requireTag, requireText } from './world.ts';

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
    world.state.setTagging(userKey(user), tag.id, { timestamp: world.now(), count });
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

/**
 * Reads the user of a request. Any user is accepted, not only the bot's customers
 * (docs/service-interface.md, section 2.2).
 */
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
