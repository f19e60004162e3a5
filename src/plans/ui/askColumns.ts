import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Bot, FACEBOOK, LINE } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { comma, quoted } from '../../base/ui/localeTexts.ts';
import {
  BACK,
  type Back,
  requireAnswer,
  step,
  type Step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import type { UsersFileArgument } from '../../commands/argumentParts.ts';
import type { CustomerPanels } from '../../customers/ui/customerPanels.ts';
import { customerInRow } from '../../customers/ui/rows.ts';
import {
  type ColumnChoice,
  completeChoice,
  type CompleteChoice,
  type ValueFrom,
} from '../input/inputColumns.ts';
import type { Input } from '../input/openInput.ts';
import type { PlanDraft } from './planSource.ts';

const REQUIRED_ROLES = ['user', 'page', 'channel'] as const;
type RequiredRole = (typeof REQUIRED_ROLES)[number];

/** Returns whether no column, or more than one, fits the role. */
function isRoleUnclear({ guess }: Input, role: RequiredRole): boolean {
  const { choice, ambiguousColumns } = guess;
  if (role !== 'user') return choice[role] === undefined || ambiguousColumns.has(role);
  const isMissing = choice.rawUid === undefined && choice.uid === undefined;
  return isMissing || ambiguousColumns.has('rawUid') || ambiguousColumns.has('uid');
}

type Draft = { -readonly [Role in keyof ColumnChoice]: ColumnChoice[Role] };

/** Returns the steps that prompt for the columns of an input, and the choice after the steps are complete. */
export function columnSteps(plan: PlanDraft, panels: CustomerPanels) {
  let draftInput: Input | undefined;
  let draft: Draft | undefined;
  const currentDraft = (): Draft => {
    const current = plan.customers.opened?.input;
    // A new draft is needed if the user has gone back and chosen another file.
    if (draft === undefined || draftInput !== current)
      draft = { ...requireAnswer(current).guess.choice };
    draftInput = current;
    return draft;
  };
  const stepOf = (
    role: RequiredRole,
    ask: (input: Input, position: StepPosition) => Promise<Partial<Draft> | Back>,
  ): Step => ({
    ...step(
      true,
      (position) => ask(requireAnswer(plan.customers.opened).input, position),
      (change) => void Object.assign(currentDraft(), change),
    ),
    isAsked: () => {
      const { opened } = plan.customers;
      return opened !== undefined && isRoleUnclear(opened.input, role);
    },
  });
  return {
    steps: [
      stepOf('user', askUser),
      stepOf('page', (input, position) =>
        askPage(input, suggestedPageIds(panels, requireAnswer(plan.bot)), position),
      ),
      stepOf('channel', askChannel),
    ],
    choice: () => requireAnswer(completeChoice(currentDraft())),
  };
}

const MAX_PAGE_SUGGESTIONS = 10;

/** Returns the page IDs of the loaded customers (Facebook pages or LINE official accounts), as suggestions. */
function suggestedPageIds(panels: CustomerPanels, bot: Bot): readonly string[] {
  const pager = panels.find(bot.key)?.pager;
  const pageIds = new Set<string>();
  for (let row = 0; row < (pager?.rowCount ?? 0) && pageIds.size < MAX_PAGE_SUGGESTIONS; row++) {
    const pageId = pager && customerInRow(pager, row)?.pageId;
    if (pageId !== undefined && pageId !== '') pageIds.add(pageId);
  }
  return [...pageIds];
}

interface ColumnEntry extends vscode.QuickPickItem {
  readonly column?: number;
}

/** @param columnsToListFirst columns that the headings suggest */
function columnEntries(
  { columns }: Input,
  columnsToListFirst: readonly number[],
): readonly ColumnEntry[] {
  const entries = columns.map(({ name, samples }, column) => ({
    label: name,
    ...(samples.length === 0 ? {} : { detail: samples.join(' · ') }),
    column,
  }));
  const firstColumns = new Set(columnsToListFirst);
  return [
    ...entries.filter(({ column }) => firstColumns.has(column)),
    ...entries.filter(({ column }) => !firstColumns.has(column)),
  ];
}

async function askUser(input: Input, position: StepPosition): Promise<Partial<Draft> | Back> {
  const { l10n } = vscode;
  const { ambiguousColumns, choice } = input.guess;
  const columnsToListFirst = [
    ...(ambiguousColumns.get('rawUid') ?? []),
    ...(ambiguousColumns.get('uid') ?? []),
  ];
  const items = columnEntries(input, columnsToListFirst);
  const placeholder = l10n.t('Which column holds the user IDs?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  const { column } = picked;
  if (column === choice.rawUid || ambiguousColumns.get('rawUid')?.includes(column ?? -1) === true) {
    return { rawUid: column, uid: undefined };
  }
  if (column === choice.uid || ambiguousColumns.get('uid')?.includes(column ?? -1) === true) {
    return { rawUid: undefined, uid: column };
  }
  // The heading of the column does not show the kind of its IDs.
  const kinds = [
    { label: l10n.t('Unencrypted user IDs'), isEncrypted: false },
    { label: l10n.t('Encrypted user IDs'), isEncrypted: true },
  ];
  const question = {
    placeholder: l10n.t('Which kind of user IDs does this column hold?'),
    items: kinds,
  };
  const kind = await askPick(question, { ...position, canGoBack: true });
  if (kind === BACK) return askUser(input, position);
  return kind.isEncrypted ? { rawUid: undefined, uid: column } : { rawUid: column, uid: undefined };
}

async function askPage(
  input: Input,
  pageIds: readonly string[],
  position: StepPosition,
): Promise<Partial<Draft> | Back> {
  const { l10n } = vscode;
  const knownPages = pageIds.map((pageId) => ({
    label: l10n.t('Use {0} for all customers', quoted(pageId)),
    pageId,
  }));
  const typedPage = { label: l10n.t('Enter a page ID for all customers…'), isTyped: true };
  const items: readonly (ColumnEntry & { pageId?: string; isTyped?: boolean })[] = [
    ...columnEntries(input, input.guess.ambiguousColumns.get('page') ?? []),
    ...knownPages,
    typedPage,
  ];
  const placeholder = l10n.t('Which column holds the page IDs?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.column !== undefined) return { page: { column: picked.column } };
  if (picked.pageId !== undefined) return { page: { value: picked.pageId } };
  const prompt = l10n.t('ID of the Facebook page or LINE official account');
  const typed = await askText({ prompt }, { ...position, canGoBack: true });
  return typed === BACK ? askPage(input, pageIds, position) : { page: { value: typed } };
}

async function askChannel(input: Input, position: StepPosition): Promise<Partial<Draft> | Back> {
  const { l10n } = vscode;
  const items: readonly (ColumnEntry & { channel?: number })[] = [
    { label: l10n.t('Use {0} for all customers', 'LINE'), channel: LINE },
    { label: l10n.t('Use {0} for all customers', 'Facebook'), channel: FACEBOOK },
    ...columnEntries(input, input.guess.ambiguousColumns.get('channel') ?? []),
  ];
  const placeholder = l10n.t('Which column holds the channel (LINE or Facebook)?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  const { column, channel } = picked;
  if (column !== undefined) return { channel: { column } };
  return { channel: { value: channel ?? LINE } };
}

/** @throws {UserError} if neither the arguments nor the headings define a required role */
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
      valueFrom(channel, columnOf(columns.channel)) ??
      guessedChannel(choice, isSpecified.user, rawUid),
    name: columnOf(columns.name) ?? choice.name,
    status: choice.status,
  } satisfies ColumnChoice);
  const unclear = REQUIRED_ROLES.filter((role) => !isSpecified[role] && isRoleUnclear(input, role));
  if (checkedChoice !== undefined && unclear.length === 0) return checkedChoice;
  // If every role is clear, the channel is missing: `guessedChannel` rejected the guessed channel.
  if (unclear.length === 0) unclear.push('channel');
  throw new UserError(
    vscode.l10n.t(
      'The column headings of the file do not make clear which columns hold the following values: {0}. Specify these columns in the arguments of the command.',
      unclear.join(comma()),
    ),
  );
}

/**
 * Returns the guessed channel, unless it came from the heading of the guessed ID column and the arguments specify
 * another column.
 */
function guessedChannel(
  { channel, rawUid: guessedIdColumn }: ColumnChoice,
  isUserSpecified: boolean,
  specifiedIdColumn: number | undefined,
): ColumnChoice['channel'] {
  const isOtherColumn = isUserSpecified && specifiedIdColumn !== guessedIdColumn;
  // A guess is a value, not a column, only if the heading of the ID column implied the channel, as "LINE ID" does.
  const isFromHeading = channel !== undefined && 'value' in channel;
  return isFromHeading && isOtherColumn ? undefined : channel;
}

function valueFrom<T>(value: T | undefined, column: number | undefined): ValueFrom<T> | undefined {
  if (value !== undefined) return { value };
  return column === undefined ? undefined : { column };
}

function indexOf({ columns }: Input, heading: string): number {
  const column = columns.findIndex(({ name }) => name === heading);
  if (column >= 0) return column;
  throw new UserError(
    vscode.l10n.t('The file has no column "{0}". Use a column heading of the file.', heading),
  );
}
