import { FACEBOOK, LINE } from '../base/model.ts';
import { hash, scramble, unscramble } from './hash.ts';
import { pick } from './people.ts';
import { hashText } from '../base/text.ts';

/** User, as identified by the tag endpoints. */
export interface SandboxUser {
  readonly rawUid: string;
  readonly pageId: string;
  readonly channel: number;
}

const facebookPages = ['104882736519204', '117930265480031'];
const linePages = ['@477sandbox', '@632teahouse'];

/** Returns the customer with this index. Two customers never share an ID. */
export function userAt(index: number): SandboxUser {
  const pageHash = hash(index, 11);
  return hash(index, 10) % 100 < 62
    ? { rawUid: lineId(index), pageId: pick(linePages, pageHash), channel: LINE }
    : { rawUid: messengerId(index), pageId: pick(facebookPages, pageHash), channel: FACEBOOK };
}

/**
 * Returns the index of a user, computed without a search.
 * @returns `undefined` if no index has this user
 */
export function indexOfUser(user: SandboxUser): number | undefined {
  const scrambled = scrambledIndex(user.rawUid);
  // The ID of a Facebook user has ten digits for the index, which may exceed 32 bits.
  if (scrambled === undefined || scrambled > 0xffff_ffff) return undefined;
  const index = unscramble(scrambled);
  const candidate = userAt(index);
  const isSame =
    candidate.rawUid === user.rawUid &&
    candidate.pageId === user.pageId &&
    candidate.channel === user.channel;
  return isSame ? index : undefined;
}

/** Returns the key of a user's taggings in the state. */
export function userKey(user: SandboxUser): string {
  return JSON.stringify([user.channel, user.pageId, user.rawUid]);
}

/** Encrypts a user ID. Deterministic. The result never equals a raw ID. */
export function encryptUid(rawUid: string): string {
  const check = hashText(rawUid).toString(36);
  return `enc-${check}-${Buffer.from(rawUid).toString('base64url')}`;
}

/**
 * Decrypts a user ID.
 * @returns `undefined` for a text that `encryptUid` never returns
 */
export function decryptUid(uid: string): string | undefined {
  const encoded = /^enc-[0-9a-z]+-([\w-]+)$/.exec(uid)?.[1];
  if (encoded === undefined) return undefined;
  const rawUid = Buffer.from(encoded, 'base64url').toString();
  return encryptUid(rawUid) === uid ? rawUid : undefined;
}

function lineId(index: number): string {
  const rest = [12, 13, 14].map((salt) => hex(hash(index, salt)));
  return `U${hex(scramble(index))}${rest.join('')}`;
}

function messengerId(index: number): string {
  const check = hash(index, 15);
  const head = String(1 + (check % 9)) + String(hash(index, 16) % 100_000).padStart(5, '0');
  return head + String(scramble(index)).padStart(10, '0');
}

/** Returns the part of a raw ID that `unscramble` converts to an index; `undefined` if the ID has another form. */
function scrambledIndex(rawUid: string): number | undefined {
  const line = /^U([0-9a-f]{8})[0-9a-f]{24}$/.exec(rawUid)?.[1];
  if (line !== undefined) return Number.parseInt(line, 16);
  const messenger = /^[1-9][0-9]{5}([0-9]{10})$/.exec(rawUid)?.[1];
  return messenger === undefined ? undefined : Number(messenger);
}

/** Returns a 32-bit number as eight hex digits. */
function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
