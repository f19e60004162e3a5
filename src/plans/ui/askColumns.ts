import * as vscode from 'vscode';
import { FACEBOOK, LINE } from '../../base/model.ts';
import {
  completeChoice,
  type ColumnChoice,
  type Input,
  type CompleteChoice,
} from '../input/inputFiles.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { quoted } from '../../base/ui/localeTexts.ts';
import { isUnclearIn, type RequiredRole } from './namedColumns.ts';
import {
  BACK,
  step,
  type Back,
  type Step,
  type StepPosition,
  requireAnswer,
} from '../../base/ui/steps.ts';

type Draft = { -readonly [Role in keyof ColumnChoice]: ColumnChoice[Role] };

/** Steps that prompt for the columns of an input, and the choice after the steps are complete. */
export interface ColumnSteps {
  readonly steps: readonly Step[];
  readonly choice: () => CompleteChoice;
}

interface Questions {
  /** Returns the opened file; `undefined` if the user has not chosen a file. */
  readonly input: () => Input | undefined;
  /** Page IDs of the bot known in this window, as suggestions. The user can also type a page ID. */
  readonly pages: () => readonly string[];
}

/** Returns the steps for the roles that the headings leave unclear. */
export function columnSteps({ input, pages }: Questions): ColumnSteps {
  let draftInput: Input | undefined;
  let draft: Draft | undefined;
  const currentDraft = (): Draft => {
    const current = input();
    // A new draft is needed if the user has gone back and chosen another file.
    if (draft === undefined || draftInput !== current) draft = { ...guessOf(current) };
    draftInput = current;
    return draft;
  };
  const onlyIfUnclear = (role: RequiredRole, columnStep: Step): Step => ({
    ...columnStep,
    isAsked: () => isUnclear(input(), role),
  });
  const applyChange = (change: Partial<Draft>): void => void Object.assign(currentDraft(), change);
  return {
    steps: [
      onlyIfUnclear(
        'user',
        step(true, (position) => askUser(requireAnswer(input()), position), applyChange),
      ),
      onlyIfUnclear(
        'page',
        step(true, (position) => askPage(requireAnswer(input()), pages(), position), applyChange),
      ),
      onlyIfUnclear(
        'channel',
        step(true, (position) => askChannel(requireAnswer(input()), position), applyChange),
      ),
    ],
    choice: () => requireAnswer(completeChoice(currentDraft())),
  };
}

function guessOf(input: Input | undefined): ColumnChoice {
  return requireAnswer(input).guess.choice;
}

/** Whether a file is opened whose headings leave the role unclear. */
function isUnclear(input: Input | undefined, role: RequiredRole): boolean {
  return input !== undefined && isUnclearIn(input.guess, role);
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
  const { several, choice } = input.guess;
  const columnsToListFirst = [...(several.get('rawUid') ?? []), ...(several.get('uid') ?? [])];
  const items = columnEntries(input, columnsToListFirst);
  const placeholder = l10n.t('Which column holds the user IDs?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  const { column } = picked;
  if (column === choice.rawUid || several.get('rawUid')?.includes(column ?? -1) === true) {
    return { rawUid: column, uid: undefined };
  }
  if (column === choice.uid || several.get('uid')?.includes(column ?? -1) === true) {
    return { rawUid: undefined, uid: column };
  }
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
  pages: readonly string[],
  position: StepPosition,
): Promise<Partial<Draft> | Back> {
  const { l10n } = vscode;
  const knownPages = pages.map((page) => ({
    label: l10n.t('Use {0} for all customers', quoted(page)),
    page,
  }));
  const typedPage = { label: l10n.t('Enter a page ID for all customers…'), isTyped: true };
  const items: readonly (ColumnEntry & { page?: string; isTyped?: boolean })[] = [
    ...columnEntries(input, input.guess.several.get('page') ?? []),
    ...knownPages,
    typedPage,
  ];
  const placeholder = l10n.t('Which column holds the page IDs?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.column !== undefined) return { page: { column: picked.column } };
  if (picked.page !== undefined) return { page: { value: picked.page } };
  const prompt = l10n.t('ID of the Facebook page or LINE official account');
  const typed = await askText({ prompt }, { ...position, canGoBack: true });
  return typed === BACK ? askPage(input, pages, position) : { page: { value: typed } };
}

async function askChannel(input: Input, position: StepPosition): Promise<Partial<Draft> | Back> {
  const { l10n } = vscode;
  const items: readonly (ColumnEntry & { channel?: number })[] = [
    { label: l10n.t('Use {0} for all customers', 'LINE'), channel: LINE },
    { label: l10n.t('Use {0} for all customers', 'Facebook'), channel: FACEBOOK },
    ...columnEntries(input, input.guess.several.get('channel') ?? []),
  ];
  const placeholder = l10n.t('Which column holds the channel (LINE or Facebook)?');
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  const { column, channel } = picked;
  if (column !== undefined) return { channel: { column } };
  return { channel: { value: channel ?? LINE } };
}
