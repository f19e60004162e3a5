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

const facebookPageIds = ['104882736519204', '117930265480031'];
const linePageIds = ['@477sandbox', '@632teahouse'];

/** Returns the customer with this index: 62 % are on LINE, the others on Facebook. Two customers never share an ID. */
export function userAt(index: number): SandboxUser {
  const pageHash = hash(index, 11);
  return hash(index, 10) % 100 < 62
    ? { rawUid: lineId(index), pageId: pick(linePageIds, pageHash), channel: LINE }
    : { rawUid: messengerId(index), pageId: pick(facebookPageIds, pageHash), channel: FACEBOOK };
}

/** Returns the index for which `userAt` returns this user. The ID contains the index, so this needs no search. */
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

/** Pretends to encrypt a user ID, always with the same result. The result never equals an unencrypted ID. */
export function encryptUid(rawUid: string): string {
  const check = hashText(rawUid).toString(36);
  return `enc-${check}-${Buffer.from(rawUid).toString('base64url')}`;
}

/** Returns `undefined` for a text that `encryptUid` never returns. */
export function decryptUid(uid: string): string | undefined {
  const encoded = /^enc-[0-9a-z]+-([\w-]+)$/.exec(uid)?.[1];
  if (encoded === undefined) return undefined;
  const rawUid = Buffer.from(encoded, 'base64url').toString();
  return encryptUid(rawUid) === uid ? rawUid : undefined;
}

/** Returns a LINE user ID: "U", the scrambled index in 8 hex digits, and 24 random hex digits. */
function lineId(index: number): string {
  const randomDigits = [12, 13, 14].map((salt) => hex(hash(index, salt)));
  return `U${hex(scramble(index))}${randomDigits.join('')}`;
}

/** Returns a Facebook user ID: 6 random digits, and the scrambled index in 10 digits. */
function messengerId(index: number): string {
  const firstDigit = 1 + (hash(index, 15) % 9);
  const head = String(firstDigit) + String(hash(index, 16) % 100_000).padStart(5, '0');
  return head + String(scramble(index)).padStart(10, '0');
}

/** Returns the part of a raw ID that `unscramble` converts to an index; `undefined` if the ID has another form. */
function scrambledIndex(rawUid: string): number | undefined {
  const lineMatch = /^U([0-9a-f]{8})[0-9a-f]{24}$/.exec(rawUid)?.[1];
  if (lineMatch !== undefined) return Number.parseInt(lineMatch, 16);
  const messengerMatch = /^[1-9][0-9]{5}([0-9]{10})$/.exec(rawUid)?.[1];
  return messengerMatch === undefined ? undefined : Number(messengerMatch);
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
