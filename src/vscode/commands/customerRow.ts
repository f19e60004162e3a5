import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { recordTexts, reindent } from '../../core/jsonText.ts';
import type { CustomerPage } from '../../core/model.ts';
import type { CustomerPanel } from '../customers/customerPanel.ts';
import { customerInRow } from '../customers/rows.ts';
import type { Parts } from '../parts.ts';
import { sayDone } from '../progress.ts';
import { botNamed, type CommandForRow, type Hand, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'panels' | 'documents'>;

/** The page that a row came with, as the service sent it. */
export function openPage(parts: Needs): Handler<'botTags.openPage'> {
  return onRow(parts, async (panel, row) => {
    const { page, number } = pageOf(panel, row);
    const name = vscode.l10n.t('Customers of {0}, page {1}', panel.bot.label, number);
    return (await parts.documents.show(name, reindent(textOf(page)))).toString();
  });
}

/** One record, as the service sent it. */
export function openRecord(parts: Needs): Handler<'botTags.openRecord'> {
  return onRow(parts, async (panel, row) => {
    const { page, index } = pageOf(panel, row);
    const text = recordTexts(textOf(page))[index];
    if (text === undefined) throw noRow();
    const name = vscode.l10n.t('Customer {0} of {1}', row + 1, panel.bot.label);
    return (await parts.documents.show(name, reindent(text))).toString();
  });
}

export function copyUserId(parts: Needs): Handler<'botTags.copyUserId'> {
  return onRow(parts, async (panel, row) => {
    const id = customerInRow(panel.pager, row)?.id ?? '';
    if (id === '') {
      throw new UserError(vscode.l10n.t('The service sent no user ID for this customer.'));
    }
    await vscode.env.clipboard.writeText(id);
    sayDone(vscode.l10n.t('User ID copied.'));
    return id;
  });
}

function onRow<K extends CommandForRow>(
  parts: Needs,
  act: (panel: CustomerPanel, row: number) => Promise<string>,
): Handler<K> {
  return {
    byPerson: async (hand: Hand) => {
      const panel = parts.panels.inFront();
      const row = hand.row ?? panel.focused;
      panel.checkRow(row);
      await act(panel, row.row);
    },
    byProgram: async ({ bot, row }) =>
      act(parts.panels.of(botNamed(await parts.catalogue(), bot).key), row),
  };
}

function pageOf(panel: CustomerPanel, row: number) {
  const place = panel.pager.place(row);
  const page = place && panel.pager.pages[place.page];
  if (place === undefined || page === undefined) throw noRow();
  return { page, index: place.index, number: place.page + 1 };
}

export function textOf(page: CustomerPage): string {
  return new TextDecoder().decode(page.body);
}

function noRow(): UserError {
  return new UserError(vscode.l10n.t('There is no such row. Load more customers first.'));
}
