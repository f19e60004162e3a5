import * as vscode from 'vscode';
import { differences } from '../../core/compareRecords.ts';
import { Cancelled } from '../../core/errors.ts';
import type { ComparedPages, PageArgument } from '../../commandTypes.ts';
import {
  openSources,
  pageText,
  readSource,
  sourceAt,
  type PageSource,
} from '../compare/pageSources.ts';
import { showDiff } from '../compare/showDiff.ts';
import { askPick } from '../input/askPick.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { askOpenFile, sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'panels' | 'documents'>;

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
      const { added, removed, changed } = await compare(parts, earlier, later);
      sayDone(l10n.t('{0} added, {1} removed, {2} changed.', added, removed, changed));
    },
    byProgram: async ({ earlier, later }) =>
      compare(parts, await sourceOf(parts, earlier), await sourceOf(parts, later)),
  };
}

async function compare(
  { documents }: Needs,
  earlier: PageSource,
  later: PageSource,
): Promise<ComparedPages> {
  const left = await readSource(earlier);
  const right = await readSource(later);
  const title = vscode.l10n.t('{0} ↔ {1}', earlier.name, later.name);
  const uris = await showDiff(documents, title, [
    { name: earlier.name, text: left.text },
    { name: later.name, text: right.text },
  ]);
  return { ...uris, ...differences(left, right) };
}

async function sourceOf(parts: Needs, argument: PageArgument): Promise<PageSource> {
  if ('uri' in argument) return sourceAt(vscode.Uri.parse(argument.uri, true));
  const panel = parts.panels.of(botNamed(await parts.catalogue(), argument.bot).key);
  const { page } = argument;
  const name = vscode.l10n.t('Customers of {0}, page {1}', panel.bot.label, page);
  return { name, detail: '', read: async () => pageText(panel, page) };
}

async function askSource(
  { panels }: Needs,
  placeholder: string,
  position: StepPosition,
  other?: PageSource,
): Promise<PageSource | Back> {
  const open = openSources(panels.all()).filter(
    ({ name, detail }) => name !== other?.name || detail !== other.detail,
  );
  const items = [
    ...open.map((source) => ({ label: source.name, detail: source.detail, source })),
    { label: vscode.l10n.t('Choose a file…'), source: undefined },
  ];
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  return picked.source ?? sourceAt(await askFile(placeholder));
}

export async function askFile(title: string): Promise<vscode.Uri> {
  const filters = { JSON: ['json', 'ndjson', 'jsonl'] };
  const uri = await askOpenFile(title, filters);
  if (uri === undefined) throw new Cancelled();
  return uri;
}
