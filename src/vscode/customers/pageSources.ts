import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { comparable, type Comparable } from '../../core/json/compareRecords.ts';
import { JSON_SCHEME } from '../../surface/manifest.ts';
import type { JsonDocuments } from '../documents/jsonDocuments.ts';
import { snapshotName, type Snapshot } from '../documents/snapshot.ts';
import { MAX_TEXT } from '../documents/tooLargeText.ts';
import { customerCount } from '../kit/counts.ts';
import type { CustomerPanel } from './panel/customerPanel.ts';

/** Something that has records to compare. */
export interface PageSource extends Snapshot {
  readonly detail: string;
  readonly read: () => Promise<string>;
}

const languages = ['json', 'jsonc', 'jsonl'];

/** Open JSON documents, and what the Customers panels have loaded; of one thing the oldest first. */
export function openSources(
  panels: readonly CustomerPanel[],
  snapshots: JsonDocuments,
): readonly PageSource[] {
  const documents = vscode.workspace.textDocuments
    .filter(({ uri, languageId }) => uri.scheme === JSON_SCHEME || languages.includes(languageId))
    .filter(({ uri }) => ['file', 'untitled', JSON_SCHEME].includes(uri.scheme))
    .map((document) => ({
      ...(snapshots.snapshot(document.uri) ?? { subject: nameOf(document.uri) }),
      detail: vscode.l10n.t('Open document'),
      read: async () => document.getText(),
    }));
  const sources = eachMomentOnce([...documents, ...panels.flatMap(panelSources)]);
  const bySubject = Map.groupBy(sources, ({ subject }) => subject);
  return [...bySubject.values()].flatMap((moments) =>
    moments.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0)),
  );
}

/** A loaded page is also what its document shows, and a side of its comparisons. */
function eachMomentOnce(sources: readonly PageSource[]): readonly PageSource[] {
  const met = new Set<string>();
  return sources.filter(({ subject, time }) => {
    const moment = `${time} ${subject}`;
    const isKnown = time !== undefined && met.has(moment);
    met.add(moment);
    return !isKnown;
  });
}

function panelSources(panel: CustomerPanel): readonly PageSource[] {
  const { pages, rows } = panel.pager;
  const { l10n } = vscode;
  const sources = pages.map((_, index) => ({
    ...pageSnapshot(panel, index + 1),
    detail: l10n.t('Loaded in the panel, {0}', customerCount(pages[index]?.records.length ?? 0)),
    read: async () => pageText(panel, index + 1),
  }));
  if (pages.length < 2) return sources;
  const all = {
    subject: l10n.t('Customers of {0}, all loaded', panel.bot.label),
    time: panel.pager.origin(pages.length - 1)?.time,
    detail: l10n.t('Loaded in the panel, {0}', customerCount(rows)),
    read: async () => (await Promise.all(pages.map(({ body }) => linesOf(body)))).join('\n'),
  };
  return [all, ...sources];
}

/** @param number from 1 */
export function pageSnapshot({ bot, pager }: CustomerPanel, number: number): Snapshot {
  const subject = vscode.l10n.t('Customers of {0}, page {1}', bot.label, number);
  return { subject, time: pager.origin(number - 1)?.time };
}

/** @param number from 1 */
export function pageText(panel: CustomerPanel, number: number): string {
  const page = panel.pager.pages[number - 1];
  if (page !== undefined) return new TextDecoder().decode(page.body);
  throw new UserError(vscode.l10n.t('There is no page {0}. Load more customers first.', number));
}

async function linesOf(body: Uint8Array): Promise<string> {
  const found = await comparable(new TextDecoder().decode(body));
  return found?.records.map(({ json }) => json).join('\n') ?? '';
}

export function sourceAt(uri: vscode.Uri, snapshots: JsonDocuments): PageSource {
  const snapshot = snapshots.snapshot(uri) ?? { subject: nameOf(uri) };
  return { ...snapshot, detail: uri.toString(true), read: () => textAt(uri) };
}

async function textAt(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  if (['untitled', JSON_SCHEME].includes(uri.scheme)) {
    throw new UserError(
      vscode.l10n.t('"{0}" is no longer open. Open it again, or choose another one.', nameOf(uri)),
    );
  }
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_TEXT) throw tooLarge(nameOf(uri));
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

export async function readSource(source: PageSource): Promise<Comparable> {
  const text = await source.read();
  const name = snapshotName(source);
  if (text.length > MAX_TEXT) throw tooLarge(name);
  const found = await comparable(text);
  // Sorted and indented, it may have become too large.
  if (found !== undefined && found.text.length > MAX_TEXT) throw tooLarge(name);
  if (found !== undefined) return found;
  throw new UserError(
    vscode.l10n.t(
      '"{0}" has no customers as JSON. Compare pages, records, or exports in the formats JSON and NDJSON.',
      name,
    ),
  );
}

function tooLarge(name: string): UserError {
  return new UserError(
    vscode.l10n.t(
      '"{0}" is larger than 50 MB, which is more than the diff editor can show. Compare exports of that size in DuckDB.',
      name,
    ),
  );
}

function nameOf(uri: vscode.Uri): string {
  const name = uri.path.split('/').at(-1) ?? '';
  return name.replace(/\.json$/, '') || uri.toString(true);
}
