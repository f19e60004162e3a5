import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { PlanAction, PlanHead, PlanTag, PlanTotals } from '../../base/plan.ts';
import { quoted } from '../../base/ui/localeTexts.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import type { ReadProgress } from '../../customers/ui/sourcePages.ts';
import { PlanLines } from '../planLines.ts';
import type { PlanLine } from '../lineText.ts';
import type { PlanComments } from '../writePlan.ts';
import { TotalsCounter } from '../planTotals.ts';
import type { PlanServices } from './planServices.ts';
import type { CandidateSource } from './planSource.ts';
import { PlanTarget } from './planTarget.ts';
import { checkFirstText, skippedTexts, tagLines, totalsText } from './planWords.ts';

export type MakerNeeds = Pick<PlanServices, 'planTexts' | 'clock'>;

interface NewPlan {
  readonly bot: Bot;
  readonly action: Exclude<PlanAction, 'delete'>;
  readonly tags: readonly PlanTag[];
  readonly source: CandidateSource;
  readonly file: vscode.Uri;
  readonly withNames: boolean;
}

export interface CreatedPlan {
  /** URIs of the written files, at least one. */
  readonly files: readonly vscode.Uri[];
  readonly totals: PlanTotals;
  readonly warnings: readonly string[];
}

export interface MakingProgress extends ReadProgress {
  readonly lines: number;
}

/** Writes a plan. After an error or abort, no files are left. Throws a `NoticeError` if no customer matches. */
export async function makePlan(
  services: MakerNeeds,
  plan: NewPlan,
  signal: AbortSignal,
  onProgress: (progress: MakingProgress) => void = () => {},
): Promise<CreatedPlan> {
  const { bot, source, file } = plan;
  const { about = [], emptyMessage } = source;
  const head = headOfPlan(services, plan);
  const counter = new TotalsCounter(head);
  const lines = linesOf(plan, signal, onProgress, counter);
  const warnings = (): readonly string[] => source.warnings?.() ?? [];
  // The warnings are known only after the lines.
  const extraComments = (): readonly string[] => [...about, ...warnings()];
  const content = { bot, head, lines, file, extraComments, emptyMessage };
  const files = await writePlanFiles(services, content, signal);
  return { files, totals: counter.totals(), warnings: warnings() };
}

/** Returns the text of a plan for a small number of customers. Throws the signal's reason on abort. */
export async function planText(
  services: MakerNeeds,
  plan: Omit<NewPlan, 'file'>,
  signal: AbortSignal,
): Promise<string> {
  const { bot } = plan;
  const head = headOfPlan(services, plan);
  const lines = linesOf(plan, signal, () => {});
  const texts = await services.planTexts();
  const chunks: Uint8Array[] = [];
  for await (const file of texts.writePlan(head, lines, planComments(bot, head), signal)) {
    chunks.push(...file.chunks);
  }
  return Buffer.concat(chunks).toString();
}

async function* linesOf(
  plan: Omit<NewPlan, 'file'>,
  signal: AbortSignal,
  onProgress: (progress: MakingProgress) => void,
  counter?: TotalsCounter,
): AsyncGenerator<PlanLine> {
  const planLines = new PlanLines(plan);
  let count = 0;
  let readProgress: ReadProgress = { pages: 0, customers: 0 };
  const report = (current: ReadProgress): void => {
    readProgress = current;
    onProgress({ ...readProgress, lines: count });
  };
  for await (const candidate of plan.source.candidates(signal, report)) {
    const line = planLines.lineFor(candidate);
    counter?.add(line);
    yield line;
    count++;
  }
  onProgress({ ...readProgress, lines: count });
}

function headOfPlan(services: MakerNeeds, plan: Omit<NewPlan, 'file'>): PlanHead {
  const { bot, action, tags, source } = plan;
  const { origin, checkFirst } = source;
  return headOf(services, bot, { action, tags, checkFirst, source: origin });
}

/** @param varyingFields fields that differ between the plans of the same bot */
export function headOf(
  { clock }: MakerNeeds,
  { botId, baseUrl, environment }: Bot,
  varyingFields: Pick<PlanHead, 'action' | 'tags' | 'checkFirst' | 'source'>,
): PlanHead {
  return { ...varyingFields, botId, baseUrl, environment, made: clock.now() };
}

interface PlanContent {
  readonly bot: Bot;
  readonly head: PlanHead;
  readonly lines: Iterable<PlanLine> | AsyncIterable<PlanLine>;
  readonly file: vscode.Uri;
  /** Returns comments about the customers or items. Called when all lines of a file are known. */
  readonly extraComments: () => readonly string[];
  readonly emptyMessage?: string | undefined;
}

/**
 * Returns the URIs of the written files. After an error or abort, no files are left. Throws a `NoticeError` if the plan
 * would have no line.
 */
export async function writePlanFiles(
  { planTexts }: MakerNeeds,
  { bot, head, lines, file, extraComments, emptyMessage = noCustomersText() }: PlanContent,
  signal: AbortSignal,
): Promise<readonly vscode.Uri[]> {
  const texts = await planTexts();
  const target = new PlanTarget(file);
  let lineTotal = 0;
  try {
    for await (const { lineCount, chunks } of texts.writePlan(
      head,
      lines,
      planComments(bot, head, extraComments),
      signal,
    )) {
      lineTotal += lineCount;
      await target.add(chunks);
    }
    signal.throwIfAborted();
    if (lineTotal === 0) throw new NoticeError(emptyMessage);
    return await target.finish();
  } finally {
    // Deletes only temporary files. `finish` has renamed those of a complete plan.
    await target.discard();
  }
}

function noCustomersText(): string {
  return vscode.l10n.t('No customer matches, so no plan was created. Change the search.');
}

/** @param extraComments returns the comments before the last one; called when all lines of a file are known */
function planComments(
  bot: Bot,
  head: PlanHead,
  extraComments: () => readonly string[] = () => [],
): PlanComments {
  return (totals, fileNumber) => [
    vscode.l10n.t('{0} (bot {1}).', totalsText(head, totals), quoted(nameOfBot(bot))),
    ...(head.action === 'attach and detach' ? tagLines(head, totals) : []),
    ...skippedTexts(totals),
    ...(head.checkFirst ? [checkFirstText()] : []),
    ...extraComments(),
    ...(fileNumber > 1 ? [vscode.l10n.t('File {0} of this plan.', fileNumber)] : []),
    vscode.l10n.t('Delete the lines that you do not want, then choose "Run Plan…" above.'),
  ];
}
