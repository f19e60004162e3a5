import { jsonText } from '../base/jsonValues.ts';
import { FACEBOOK, LINE } from '../base/model.ts';
import { cutEnd, oneLine } from '../base/safeText.ts';
import type { ItemLine, PlanHead, UserLine } from '../base/plan.ts';

/** Maximum length of a line with a name comment, in bytes. */
const MAX_LINE_BYTES = 150;

/** Length of the text around a line's object: indentation, comma and start of the comment. */
const EXTRA_LENGTH = '    , // '.length;

export type PlanLine = UserLine | ItemLine;

type Head = Pick<PlanHead, 'action' | 'tags'>;

/** Returns the JSON object of a line, without line breaks. */
export function lineText(head: Head, line: PlanLine): string {
  return 'id' in line ? itemText(line) : userText(head, line);
}

function itemText({ id, name, customers }: ItemLine): string {
  const count = customers === undefined ? '' : `,"customers":${customers}`;
  return `{"do":"delete","id":${jsonText(id)},"name":${jsonText(name)}${count}}`;
}

function userText(head: Head, line: UserLine): string {
  const { user, skip, row } = line;
  const { action, except } =
    skip === undefined
      ? actionAndExceptions(head, line)
      : { action: head.action, except: line.except };
  let text = skip === undefined ? `{"do":"${action}"` : `{"skip":"${skip}"`;
  if (user !== undefined) {
    const { rawUid, uid = '', pageId, channel } = user;
    text +=
      rawUid === undefined ? `,"encryptedUser":${jsonText(uid)}` : `,"user":${jsonText(rawUid)}`;
    text += `,"page":${jsonText(pageId)},"channel":"${channelName(channel)}"`;
  }
  if (except.length > 0) text += `,"except":[${except.map((index) => index + 1).join()}]`;
  if (row !== undefined) text += `,"row":${row}`;
  return `${text}}`;
}

/**
 * Returns the action and the exceptions (indexes of tags that are left out) of a line. In a plan that attaches and
 * detaches, a line that only attaches gets the action `attach`, and then needs no exceptions for the tags to detach.
 * A line that only detaches gets `detach` in the same way.
 */
function actionAndExceptions({ action, tags }: Head, { except }: UserLine) {
  if (action !== 'attach and detach') return { action, except };
  const activeActions = tags
    .filter((_tag, index) => !except.includes(index))
    .map((tag) => tag.action);
  const exceptions = except.filter((index) => activeActions.includes(tags[index]?.action));
  const [first] = activeActions;
  return {
    action: activeActions.every((tagging) => tagging === first) ? (first ?? action) : action,
    except: exceptions,
  };
}

/** Returns the name of a user's channel, as in a plan. */
export function channelName(channel: number): string {
  if (channel === LINE) return 'LINE';
  if (channel === FACEBOOK) return 'FB';
  throw new RangeError('the service tags users of no such channel');
}

/** Returns the comment after the `object` of a line: the name, cut to the remaining length. */
export function nameComment(line: PlanLine, object: string): string {
  if ('id' in line || line.name === undefined) return '';
  const name = oneLine(line.name).trim();
  const maxBytes = MAX_LINE_BYTES - EXTRA_LENGTH - Buffer.byteLength(object);
  for (let length = Math.min(name.length, maxBytes); length > 0; length--) {
    const text = cutEnd(name, length);
    if (Buffer.byteLength(text) <= maxBytes) return ` // ${text}`;
  }
  return '';
}
