import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { TaggingMemory } from '../../core/customers/taggingMemory.ts';
import { Cancelled } from '../../core/errors.ts';
import { differences, type Differences } from '../../core/json/compareRecords.ts';
import type { Clock } from '../../core/ports.ts';
import type { PageArgument } from '../../surface/argumentParts.ts';
import type { ComparedPages } from '../../surface/results.ts';
import type { JsonDocuments } from '../documents/jsonDocuments.ts';
import { showDiff } from '../documents/showDiff.ts';
import { snapshotName } from '../documents/snapshot.ts';
import { askPick } from '../input/askPick.ts';
import { botNamed, type Handler } from '../input/handler.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { whileWorking } from '../kit/progress.ts';
import type { BotServices } from '../kit/services.ts';
import { askOpenFile, sayDone } from '../kit/window.ts';
import { onRow, pageOf, textOf, refuseFile } from './customerRow.ts';
import {
  openSources,
  pageSnapshot,
  pageText,
  readSource,
  sourceAt,
  type PageSource,
} from './pageSources.ts';
import type { CustomerPanel } from './panel/customerPanel.ts';
import type { CustomerPanels } from './panel/customerPanels.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly panels: CustomerPanels;
  readonly documents: JsonDocuments;
}

export function comparePages(parts: Needs): Handler<'botTags.comparePages'> {
  return {
    byPerson: async () => {
      let earlier: PageSource | undefined;
      let later: PageSource | undefined;
      const { l10n } = vscode;
      await runSteps(l10n.t('Compare Customer Pages'), [
        step(
          true,
          (position) => askSource(parts, l10n.t('The earlier page or export'), position),
          (answer) => (earlier = answer),
        ),
        step(
          true,
          (position) => askSource(parts, l10n.t('The later page or export'), position, earlier),
          (answer) => (later = answer),
        ),
      ]);
      if (earlier === undefined || later === undefined) throw new Cancelled();
      sayDifferences(await compare(parts, earlier, later));
    },
    byProgram: async ({ earlier, later }) =>
      compare(parts, await sourceOf(parts, earlier), await sourceOf(parts, later)),
  };
}

/** The page that a row came with, beside what the service answers to the very same request now. */
export function comparePageNow(
  parts: Needs & {
    readonly services: BotServices;
    readonly clock: Clock;
    readonly memory: TaggingMemory;
  },
): Handler<'botTags.comparePageNow'> {
  const compareNow = async (panel: CustomerPanel, row: number, signal: AbortSignal) => {
    const { page, origin, number } = pageOf(panel, row);
    const service = await parts.services.of(panel.bot);
    const now = await service.listCustomers(origin.query, signal);
    const { subject, time } = pageSnapshot(panel, number);
    const source = (when: number | undefined, text: string): PageSource => ({
      ...{ subject, time: when, detail: '' },
      read: async () => text,
    });
    return compare(parts, source(time, textOf(page)), source(parts.clock.now(), textOf(now)));
  };
  return onRow(parts, async (panel, row, argument) => {
    refuseFile(panel);
    if (argument !== undefined) return compareNow(panel, row, new AbortController().signal);
    const title = vscode.l10n.t('Reading the customers of "{0}" again…', panel.bot.label);
    const compared = await whileWorking(title, (signal) => compareNow(panel, row, signal));
    sayDifferences(compared);
    return compared;
  });
}

function sayDifferences({ added, removed, changed }: Differences): void {
  sayDone(vscode.l10n.t('{0} added, {1} removed, {2} changed.', added, removed, changed));
}

async function compare(
  { documents }: Needs,
  earlier: PageSource,
  later: PageSource,
): Promise<ComparedPages> {
  const left = await readSource(earlier);
  const right = await readSource(later);
  const uris = await showDiff(
    documents,
    { subject: earlier.subject, time: earlier.time, text: left.text },
    { subject: later.subject, time: later.time, text: right.text },
  );
  return { ...uris, ...differences(left, right) };
}

async function sourceOf(parts: Needs, argument: PageArgument): Promise<PageSource> {
  if ('uri' in argument) return sourceAt(vscode.Uri.parse(argument.uri, true), parts.documents);
  const panel = parts.panels.of(botNamed(await parts.catalogue(), argument.bot).key);
  const { page } = argument;
  return { ...pageSnapshot(panel, page), detail: '', read: async () => pageText(panel, page) };
}

async function askSource(
  { panels, documents }: Needs,
  placeholder: string,
  position: StepPosition,
  other?: PageSource,
): Promise<PageSource | Back> {
  const open = openSources(panels.all(), documents).filter(
    ({ subject, time, detail }) =>
      subject !== other?.subject || time !== other.time || detail !== other.detail,
  );
  const items = [
    ...open.map((source) => ({ label: snapshotName(source), detail: source.detail, source })),
    { label: vscode.l10n.t('Choose a file…'), source: undefined },
  ];
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  return picked.source ?? sourceAt(await askFile(placeholder), documents);
}

export async function askFile(title: string): Promise<vscode.Uri> {
  const filters = { JSON: ['json', 'ndjson', 'jsonl'] };
  const uri = await askOpenFile(title, filters);
  if (uri === undefined) throw new Cancelled();
  return uri;
}
