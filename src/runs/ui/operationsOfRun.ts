import { l10n } from 'vscode';
import { UserError } from '../../base/errors.ts';
import { earlierTaggings, type EarlierTaggings } from '../../plans/earlierTaggings.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { readRunDetail } from '../runDetail.ts';
import type { Plan } from '../../base/plan.ts';
import { operationsOf, undoOf } from '../operations.ts';
import type { RunStart } from '../ports.ts';
import type { setting } from '../../base/ui/settings.ts';
import type { RunJob } from './newRun.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';

type InitialState = Pick<RunStart, 'operations' | 'checkFirst' | 'waitsBeforeChecks'>;

interface Needs extends Pick<CatalogueServices, 'catalogue' | 'journal' | 'known' | 'clock'> {
  readonly readSetting: typeof setting;
}

/**
 * Returns the operations of a run.
 * @throws {UserError} if the run that it undoes is no longer in the Journal
 */
export function operationsOfRun(
  journal: JournalStore,
  { kind, undoes, detail }: Pick<RunRecord, 'kind' | 'undoes' | 'detail'>,
  plan: Plan,
): InitialState {
  const operations = operationsOf(plan);
  if (kind !== 'undo') return { operations, checkFirst: readRunDetail(detail).checkFirst };
  const undoneRun = undoes === null ? undefined : journal.run(undoes);
  if (undoneRun !== undefined) return undoOf(operations, journal.operations(undoneRun.id));
  throw new UserError(
    l10n.t(
      'This run was started to undo another run. The other run is no longer in the Journal, so it is unknown what to undo. Nothing was sent. Check the tags in the service.',
    ),
  );
}

/** Like `operationsOfRun`, but checks all customers first if their tags may have changed since the plan was made. */
export async function startOfRun(
  services: Needs,
  record: RunRecord,
  { plan, bot }: Pick<RunJob, 'plan' | 'bot'>,
): Promise<InitialState> {
  const { journal, clock, readSetting } = services;
  const start = operationsOfRun(await journal(), record, plan);
  if (record.kind === 'undo') return start;
  const request = { bot, plan, uri: record.plan };
  const earlier = await earlierTaggingsOf(services, request, record.id);
  if (earlier === undefined) return start;
  const { latestUnknownTime = Number.NEGATIVE_INFINITY } = earlier;
  const msSinceUnknown = clock.now() - latestUnknownTime;
  const waitsBeforeChecks = msSinceUnknown < readSetting('botTags.network.timeout') * 1000;
  return { ...start, checkFirst: true, waitsBeforeChecks };
}

/**
 * Finds earlier taggings that may have changed the tags of a plan's customers since the plan was made.
 * @param ownRunId ID of the plan's own run, which is ignored; absent if it does not exist yet
 */
export async function earlierTaggingsOf(
  { catalogue: openCatalogue, journal, known, clock }: Needs,
  { bot, plan, uri }: Pick<RunJob, 'bot' | 'plan' | 'uri'>,
  ownRunId: string | undefined,
): Promise<EarlierTaggings | undefined> {
  if (plan.action === 'delete') return undefined;
  const catalogue = await openCatalogue();
  const isListed = (key: string): boolean => catalogue.bot(key) !== undefined;
  const plannedRun = { bot: bot.key, plan, uri, ignoredRunId: ownRunId, isListed };
  const found = earlierTaggings(await journal(), plannedRun);
  // The Journal may have been cleared since the plan was made, so the writes that this window remembers count, too. For
  // an existing run they do not, because they may be the run's own writes.
  const ids = ownRunId === undefined ? plan.tags.map(({ id }) => id) : [];
  const msSinceWrite = known.sinceWrite(bot.key, ids);
  if (msSinceWrite === undefined || msSinceWrite > clock.now() - plan.made) return found;
  const latestTime = Math.max(clock.now() - msSinceWrite, found?.latestTime ?? 0);
  return {
    fileRunTime: found?.fileRunTime,
    latestUnknownTime: found?.latestUnknownTime,
    latestTime,
  };
}
