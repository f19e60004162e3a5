import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { SecretsError } from '../../base/errors.ts';
import type { ConnectionStep } from '../../service/connectionCheck.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { connectionAdvice } from '../../errors/ui/connectionAdvice.ts';
import { detailText } from '../../errors/ui/detailText.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { runCancellable, withProgress } from '../../base/ui/progress.ts';
import { ask, copyLines, sayDone } from '../../base/ui/window.ts';
import { comma, labeled } from '../../base/ui/localeTexts.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'botServices' | 'tokens'>;

export function checkConnection(services: Needs): Handler<'botTags.checkConnection'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Check Connection');
      const bot = await botOfContext(await services.catalogue(), context, title);
      const progressTitle = vscode.l10n.t('Checking the connection to "{0}"', bot.label);
      const steps = await withProgress(
        { title: progressTitle, location: 'notification' },
        ({ signal }) => stepsOf(services, bot, signal),
      );
      await showReport(bot, steps);
    },
    withArguments: async ({ bot: reference, cancellation }) => {
      const bot = botByReference(await services.catalogue(), reference);
      return runCancellable(cancellation, (signal) => stepsOf(services, bot, signal));
    },
  };
}

/** Runs the check. The token is read from the secret storage first, but the report shows this step last. */
async function stepsOf(
  services: Needs,
  bot: Bot,
  signal: AbortSignal,
): Promise<readonly ConnectionStep[]> {
  const started = performance.now();
  const { token, reason } = await tokenOf(services, bot);
  const ms = Math.round(performance.now() - started);
  const storage: ConnectionStep =
    token === undefined
      ? { name: 'tokenStorage', state: 'failed', ms, detail: reason }
      : { name: 'tokenStorage', state: 'ok', ms, detail: 'token found' };
  return [...(await services.botServices.check(bot, token ?? '', signal)), storage];
}

async function showReport(bot: Bot, steps: readonly ConnectionStep[]): Promise<void> {
  const isWorking = steps.every(({ state }) => state !== 'failed');
  const detail = linesOf(steps);
  const copy = vscode.l10n.t('Copy Report');
  const close = vscode.l10n.t('Close');
  const message = isWorking
    ? vscode.l10n.t('The connection to "{0}" works.', bot.label)
    : vscode.l10n.t('The connection to "{0}" does not work.', bot.label);
  if ((await ask({ message, detail, isWarning: !isWorking, close }, copy)) !== copy) return;
  await copyLines([message, ...detail]);
  sayDone(vscode.l10n.t('Copied.'));
}

async function tokenOf({ tokens }: Needs, { key }: Bot) {
  try {
    return { token: await tokens.get(key), reason: 'The bot has no token.' };
  } catch (error) {
    if (!SecretsError.is(error)) throw error;
    return { token: undefined, reason: `VS Code cannot read the token: ${error.detail}` };
  }
}

/** Returns the lines of the report. A failed step is followed by its advice. The same advice is shown only once. */
function linesOf(steps: readonly ConnectionStep[]): readonly string[] {
  const shownAdvice = new Set<string>();
  return steps.flatMap((step) => {
    const advice = connectionAdvice(step);
    if (advice === undefined || shownAdvice.has(advice)) return [lineOf(step)];
    shownAdvice.add(advice);
    return [lineOf(step), `→ ${advice}`];
  });
}

function lineOf({ name, state, ms, detail }: ConnectionStep): string {
  const { l10n } = vscode;
  const names: Record<ConnectionStep['name'], string> = {
    dns: 'DNS',
    proxy: l10n.t('Proxy'),
    tls: 'TLS',
    http: 'HTTP',
    authentication: l10n.t('Authentication'),
    clock: l10n.t('Clock'),
    tokenStorage: l10n.t('Token storage'),
  };
  const marks: Record<ConnectionStep['state'], string> = {
    ok: '✓',
    warning: '!',
    failed: '✗',
    skipped: '–',
  };
  const time = ms === 0 ? [] : [l10n.t('{0} ms', ms)];
  const label = [`${marks[state]} ${names[name]}`, ...time].join(comma());
  return labeled(label, detailText(detail));
}
