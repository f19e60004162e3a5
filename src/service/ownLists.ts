import type { UserRef, UserTagList } from '../base/model.ts';

/** The entries of a tag list (contract, section 4.6) that do not name another user than the one asked for. */
export function ownLists(lists: readonly UserTagList[], user: UserRef): readonly UserTagList[] {
  return lists.filter((list) => isAbout(list, user));
}

/** The ID that was not sent is not known here, so that it says nothing. */
function isAbout(list: UserTagList, { rawUid, uid, pageId, channel }: UserRef): boolean {
  const isOwnId = rawUid ? agrees(list.bot_raw_uid, rawUid) : agrees(list.bot_uid, uid);
  return isOwnId && agrees(list.bot_pid, pageId) && agrees(list.bot_channel, channel);
}

/** What is left out, null or empty says nothing. */
function agrees(said: unknown, asked: unknown): boolean {
  return said === undefined || said === null || said === '' || said === asked;
}
