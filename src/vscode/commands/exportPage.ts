import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../core/errors.ts';
import { reindent } from '../../core/jsonText.ts';
import { MAX_LIMIT, MIN_LIMIT, type Bot } from '../../core/model.ts';
import { askBot, onlyBot } from '../input/askBot.ts';
import { askPick } from '../input/askPick.ts';
import { askText } from '../input/askText.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import type { Parts } from '../parts.ts';
import { whileCancellable } from '../progress.ts';
import { setting } from '../settings.ts';
import { textOf } from './customerRow.ts';
import { botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'services' | 'documents' | 'clock'>;

interface Wanted {
  readonly bot: Bot;
  readonly limit: number;
  /** ms */
  readonly from: number | undefined;
  /** From 1. */
  readonly page: number;
}

export function exportPage(parts: Needs): Handler<'botTags.exportPage'> {
  const open = async (wanted: Wanted, signal: AbortSignal, report?: Report): Promise<string> => {
    const { bot, page } = wanted;
    const text = await pageText(parts, wanted, signal, report);
    const name = vscode.l10n.t('Customers of {0}, page {1}', bot.label, page);
    return (await parts.documents.show(name, text)).toString();
  };
  return {
    byPerson: async (hand) => {
      const wanted = await askWanted(parts, hand.nodes[0]?.bot);
      const title = vscode.l10n.t('Reading page {0} of "{1}"', wanted.page, wanted.bot.label);
      await whileCancellable(title, (signal, report) => open(wanted, signal, report));
    },
    byProgram: async ({ bot, limit = defaultLimit(), from, page = 1 }) => {
      const known = botNamed(await parts.catalogue(), bot);
      return open({ bot: known, limit, from, page }, new AbortController().signal);
    },
  };
}

type Report = (done: number, total: number) => void;

/** Only the page before a page knows its key, so the walk begins at the first one. */
async function pageText(
  parts: Needs,
  { bot, limit, from, page }: Wanted,
  signal: AbortSignal,
  report?: Report,
): Promise<string> {
  const query = { botId: bot.botId, limit, ...(from === undefined ? {} : { from }) };
  const service = await parts.services.of(bot);
  let number = 0;
  for await (const read of service.walkCustomers(query, signal, page)) {
    number++;
    report?.(number, page);
    if (number === page) return reindent(textOf(read));
  }
  throw new UserError(vscode.l10n.t('There are only {0} pages.', number));
}

async function askWanted(parts: Needs, botKey: string | undefined): Promise<Wanted> {
  const catalogue = await parts.catalogue();
  let bot = botKey === undefined ? onlyBot(catalogue) : botNamed(catalogue, botKey);
  let limit = String(defaultLimit());
  let from: number | undefined;
  let page = '1';
  const { l10n } = vscode;
  await runSteps(l10n.t('Export Customer Page to JSON'), [
    step(
      bot === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(
      true,
      (position) => {
        const prompt = l10n.t('Customers per page, {0} to {1}', MIN_LIMIT, MAX_LIMIT);
        return askText({ prompt, value: limit, validate: wholeNumber(MAX_LIMIT) }, position);
      },
      (answer) => (limit = answer),
    ),
    step(
      true,
      (position) => askFrom(parts.clock.now(), position),
      (answer) => (from = answer.from),
    ),
    step(
      true,
      (position) => {
        const prompt = l10n.t('Number of the page, from 1');
        return askText({ prompt, value: page, validate: wholeNumber(1_000_000) }, position);
      },
      (answer) => (page = answer),
    ),
  ]);
  if (bot === undefined) throw new Cancelled();
  return { bot, limit: Number(limit), from, page: Number(page) };
}

async function askFrom(
  now: number,
  position: StepPosition,
): Promise<{ from: number | undefined } | Back> {
  const { l10n } = vscode;
  const day = 24 * 60 * 60 * 1000;
  const days = [1, 7, 30, 90].map((count) => ({
    label: count === 1 ? l10n.t('The last 24 hours') : l10n.t('The last {0} days', count),
    from: now - count * day,
  }));
  const everybody = { label: l10n.t('Everybody'), from: undefined };
  const other = { label: l10n.t('Since a date…'), from: null };
  const items = [everybody, ...days, other];
  const placeholder = l10n.t('Whose last interaction was when?');
  const picked = await askPick<(typeof items)[number]>({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.from !== null) return { from: picked.from };
  const text = await askText(
    {
      prompt: l10n.t('Date and time, such as 2026-01-31 or 2026-01-31 08:00 (local time)'),
      validate: (typed) =>
        timeOf(typed) === undefined ? l10n.t('This is not a date.') : undefined,
    },
    { ...position, canGoBack: true },
  );
  return text === BACK ? askFrom(now, position) : { from: timeOf(text) };
}

/** Local time; a date alone is its midnight. */
function timeOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(text.trim());
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2] ?? '00:00'}`);
  return /^\d{13}$/.test(String(time)) ? time : undefined;
}

function wholeNumber(max: number): (text: string) => string | undefined {
  return (text) => {
    const number = Number(text);
    const isFine = /^\d+$/.test(text.trim()) && number >= 1 && number <= max;
    return isFine ? undefined : vscode.l10n.t('Enter a whole number from 1 to {0}.', max);
  };
}

function defaultLimit(): number {
  return setting('botTags.customers.limit');
}
