import { l10n } from 'vscode';
import { UserError } from '../../base/errors.ts';
import { recordSpans, spanText } from '../../base/jsonScan.ts';
import type { CustomerPage } from '../../base/model.ts';
import { reindent } from '../../base/reindent.ts';
import { sentences, sortableTime } from '../../base/text.ts';
import { numberText, userIdCountText } from '../../base/ui/localeTexts.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerServices } from './customerServices.ts';
import { panelOf } from './loadCustomers.ts';
import type { GridAction } from './panelParts.ts';
import { customerInRow, nameOf, userOrReason } from './rows.ts';

/** Command of each button in the grid. The menus run the same commands. */
export const GRID_COMMANDS = {
  attachTag: 'botTags.attachTag',
  detachTag: 'botTags.detachTag',
  listTags: 'botTags.listUserTags',
  copyId: 'botTags.copyUserId',
  copyIds: 'botTags.copyUserIds',
  openPage: 'botTags.exportPage',
  openRecord: 'botTags.openRecord',
} as const satisfies Record<GridAction, CommandId>;

type Needs = Pick<CustomerServices, 'catalogue' | 'panels' | 'documents' | 'memory'>;

/**
 * Opens the page from which a row was loaded, as the service sent it. Returns the URI of the document.
 * @throws {UserError} if the row is not loaded
 */
export async function openPageOf(
  { documents }: Pick<Needs, 'documents'>,
  panel: CustomerPanel,
  row: number,
): Promise<string> {
  const { page, pageNumber, time } = locate(panel, row);
  const text = await reindent(textOf(page));
  const name = pageName(panel.bot.label, pageNumber, time);
  return (await documents.show(name, text)).toString();
}

/** Opens one record as the service sent it. */
export function openRecord(services: Needs): Handler<'botTags.openRecord'> {
  return rowHandler(services, async (panel, row) => {
    const { page, index } = locate(panel, row);
    const { json, spans } = recordSpans(page.body, page.records.length);
    const span = spans[index];
    if (span === undefined) throw noRowError();
    const text = await reindent(spanText(json, span));
    const uri = await services.documents.show(l10n.t('Customer {0}', row + 1), text);
    return uri.toString();
  });
}

export function copyUserId(services: Needs): Handler<'botTags.copyUserId'> {
  return rowHandler(services, async (panel, row) => {
    const customer = customerInRow(panel.pager, row);
    const id = customer?.id ?? '';
    if (id === '') throw noUserIdError();
    await copyLines([id]);
    sayDone(l10n.t('Copied.'));
    return id;
  });
}

/** Copies the IDs of the selected rows, one per line. Without a selection, copies the ID of the focused row. */
export function copyUserIds(services: Needs): Handler<'botTags.copyUserIds'> {
  const copy = async (panel: CustomerPanel, rows: readonly number[]): Promise<string[]> => {
    const idsOfRows = rows.map((row) => customerInRow(panel.pager, row)?.id ?? '');
    const ids = idsOfRows.filter((id) => id !== '');
    if (ids.length === 0) throw noUserIdError();
    await copyLines(ids);
    const missingCount = idsOfRows.length - ids.length;
    const withoutId = l10n.t('{0} without an ID', numberText(missingCount));
    const leftOutText = missingCount === 0 ? '' : l10n.t('Left out: {0}.', withoutId);
    sayDone(sentences([l10n.t('{0} copied.', userIdCountText(ids.length)), leftOutText]));
    return ids;
  };
  return {
    interactive: async () => {
      const panel = services.panels.inFront();
      const selectedRows = await panel.rowsInScope('selected');
      await copy(panel, selectedRows.length > 0 ? selectedRows : [panel.focused.row]);
    },
    withArguments: async ({ bot, rows }) => {
      const panel = await panelOf(services, bot);
      return copy(panel, rows ?? (await panel.rowsInScope('selected')));
    },
  };
}

/** Copies the selected cells of the panel as CSV, with the column titles. */
export function copyRange(services: Needs): Handler<'botTags.copyRange'> {
  return {
    interactive: async () => {
      await services.panels.inFront().rangeCopies.copy();
    },
    withArguments: async ({ bot }) => (await panelOf(services, bot)).rangeCopies.copy(),
  };
}

function rowHandler(
  services: Needs,
  action: (panel: CustomerPanel, row: number) => Promise<string>,
): Handler<'botTags.openRecord' | 'botTags.copyUserId'> {
  return {
    interactive: async (context) => {
      const panel = services.panels.inFront();
      const target = context.row ?? panel.focused;
      panel.checkRow(target);
      const { row } = target;
      const user = userOrReason(panel.pager, row);
      const name = nameOf(customerInRow(panel.pager, row));
      // Dialogs that ask for a customer first offer the customers used last.
      if (typeof user !== 'string') services.memory.noteUser(panel.bot.key, user, name);
      await action(panel, row);
    },
    withArguments: async ({ bot, row }) => action(await panelOf(services, bot), row),
  };
}

/** @throws {UserError} if the row is not loaded */
function locate({ pager }: CustomerPanel, row: number) {
  const location = pager.locate(row);
  if (location === undefined) throw noRowError();
  return location;
}

export function textOf(page: CustomerPage): string {
  return new TextDecoder().decode(page.body);
}

function noUserIdError(): UserError {
  return new UserError(
    l10n.t(
      'Nothing was copied, because the service sent no valid user ID for the selected customers. Select other customers.',
    ),
  );
}

function noRowError(): UserError {
  return new UserError(l10n.t('This row is not loaded. Load more customers first.'));
}

/** Returns the title of a tab. `pageNumber` is from 1. `time` is when the service sent the page, in ms. */
export function pageName(botLabel: string, pageNumber: number, time: number): string {
  // Hours and minutes, cut from a text such as `2026-11-22 05:48:32`.
  const clockText = sortableTime(time)?.slice(-8, -3) ?? String(time);
  return l10n.t('{0} page {1}, {2}', botLabel, pageNumber, clockText);
}
