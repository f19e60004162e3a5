import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { FACEBOOK, LINE } from '../../base/model.ts';
import {
  completeChoice,
  type ColumnChoice,
  type Input,
  type ValueFrom,
  type CompleteChoice,
} from '../input/inputFiles.ts';
import type { UsersFileArgument } from '../../commands/argumentParts.ts';
import { comma } from '../../base/ui/localeTexts.ts';

/** Roles that an input must have. */
export const REQUIRED_ROLES = ['user', 'page', 'channel'] as const;
export type RequiredRole = (typeof REQUIRED_ROLES)[number];

/** Whether the headings leave this role unclear. */
export function isUnclearIn({ missing, several }: Input['guess'], role: RequiredRole): boolean {
  if (missing.includes(role)) return true;
  return role === 'user' ? several.has('rawUid') || several.has('uid') : several.has(role);
}

/**
 * Returns the columns for a command with arguments.
 * @throws {UserError} if neither the arguments nor the headings define a required role
 */
export function choiceOf(input: Input, argument: UsersFileArgument): CompleteChoice {
  const { columns = {}, pageId, channel } = argument;
  const columnOf = (heading: string | undefined): number | undefined =>
    heading === undefined ? undefined : indexOf(input, heading);
  const rawUid = columnOf(columns.rawUid);
  const uid = columnOf(columns.uid);
  const isSpecified: Record<RequiredRole, boolean> = {
    user: rawUid !== undefined || uid !== undefined,
    page: columns.page !== undefined || pageId !== undefined,
    channel: columns.channel !== undefined || channel !== undefined,
  };
  const { choice } = input.guess;
  const checkedChoice = completeChoice({
    rawUid: isSpecified.user ? rawUid : choice.rawUid,
    uid: isSpecified.user ? uid : choice.uid,
    page: valueFrom(pageId, columnOf(columns.page)) ?? choice.page,
    channel:
      valueFrom(codeOf(channel), columnOf(columns.channel)) ??
      channelIn(choice, isSpecified.user, rawUid),
    name: columnOf(columns.name) ?? choice.name,
    status: choice.status,
  } satisfies ColumnChoice);
  const unclear = REQUIRED_ROLES.filter(
    (role) => !isSpecified[role] && isUnclearIn(input.guess, role),
  );
  if (checkedChoice !== undefined && unclear.length === 0) return checkedChoice;
  // The choice is incomplete although each role is clear. Only the channel can be missing then: `channelIn` rejected the
  // guessed one.
  if (unclear.length === 0) unclear.push('channel');
  throw new UserError(
    vscode.l10n.t(
      'The column headings of the file do not make clear which columns hold the following values: {0}. Specify these columns in the arguments of the command.',
      unclear.join(comma()),
    ),
  );
}

/** Returns the guessed channel, unless the heading of an ID column implies it and another column is specified. */
function channelIn(
  { channel, rawUid: guessedColumn }: ColumnChoice,
  isUserSpecified: boolean,
  rawUid: number | undefined,
): ColumnChoice['channel'] {
  const isOtherColumn = isUserSpecified && rawUid !== guessedColumn;
  return channel !== undefined && 'value' in channel && isOtherColumn ? undefined : channel;
}

function valueFrom<T>(value: T | undefined, column: number | undefined): ValueFrom<T> | undefined {
  if (value !== undefined) return { value };
  return column === undefined ? undefined : { column };
}

function codeOf(channel: UsersFileArgument['channel']): number | undefined {
  if (channel === 'facebook') return FACEBOOK;
  return channel === 'line' ? LINE : channel;
}

function indexOf({ columns }: Input, heading: string): number {
  const found = columns.findIndex(({ name }) => name === heading);
  if (found >= 0) return found;
  throw new UserError(
    vscode.l10n.t('The file has no column "{0}". Use a column heading of the file.', heading),
  );
}
