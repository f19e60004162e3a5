import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import { setEnvironment as writeEnvironment } from '../../core/catalogue/botChanges.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { environmentKind, isProduction } from '../../core/environment.ts';
import type { Bot } from '../../core/model.ts';
import { askPick } from '../input/askPick.ts';
import { askText } from '../input/askText.ts';
import { botInHand, botNamed, type Handler } from '../input/handler.ts';
import { requireAgreed } from '../input/writeGuard.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../input/steps.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { sayDone } from '../kit/window.ts';
import { labelled } from '../kit/counts.ts';

interface Entry extends vscode.QuickPickItem {
  /** `undefined`: a word of the person's own. */
  readonly environment: string | undefined;
}

export function setEnvironment(parts: {
  readonly catalogue: Lazy<Catalogue>;
}): Handler<'botTags.setEnvironment'> {
  const save = async (reference: string, environment: string): Promise<Bot> => {
    const catalogue = await parts.catalogue();
    return catalogue.whenFree(() => {
      const bot = botNamed(catalogue, reference);
      return writeEnvironment(catalogue, bot.key, environment.trim()) ?? bot;
    });
  };
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Set Environment');
      const bot = await botInHand(await parts.catalogue(), hand, title);
      let answer = bot.environment;
      await runSteps(labelled(title, bot.label), [
        step(
          true,
          (position) => askEnvironment(bot, position),
          (word) => void (answer = word),
        ),
      ]);
      const saved = await save(bot.key, answer);
      sayDone(
        saved.environment === ''
          ? vscode.l10n.t('"{0}" has no environment.', saved.label)
          : vscode.l10n.t('The environment of "{0}" is {1}.', saved.label, saved.environment),
      );
    },
    byProgram: async ({ bot, environment, confirmed }) => {
      // Without production, nothing that is written is confirmed any more.
      if (!isProduction({ environment })) {
        requireAgreed(botNamed(await parts.catalogue(), bot), confirmed);
      }
      await save(bot, environment);
    },
  };
}

async function askEnvironment(bot: Bot, position: StepPosition): Promise<string | Back> {
  const items = entriesFor(bot);
  const placeholder = vscode.l10n.t('Environment of {0}', nameOfBot(bot));
  const active = ({ description }: Entry): boolean => description !== undefined;
  const picked = await askPick<Entry>({ placeholder, items, active }, position);
  if (picked === BACK) return BACK;
  if (picked.environment !== undefined) return picked.environment;
  const isOwn = environmentKind(bot) === 'other';
  const prompt = vscode.l10n.t('Word for the environment, such as "test"');
  const question = { prompt, ...(isOwn ? { value: bot.environment } : {}) };
  const typed = await askText(question, { ...position, canGoBack: true });
  return typed === BACK ? askEnvironment(bot, position) : typed;
}

function entriesFor(bot: Bot): readonly Entry[] {
  const { l10n } = vscode;
  const kind = environmentKind(bot);
  const current = (is: boolean) => (is ? { description: l10n.t('current') } : {});
  const asks = { detail: l10n.t('Each command that writes asks first.') };
  return [
    {
      ...{ label: l10n.t('Development'), environment: 'development' },
      ...current(kind === 'development'),
    },
    { ...{ label: l10n.t('Staging'), environment: 'staging' }, ...current(kind === 'staging') },
    {
      ...{ label: l10n.t('Production'), environment: 'production', ...asks },
      ...current(kind === 'production'),
    },
    { ...{ label: l10n.t('None'), environment: '' }, ...current(kind === 'none') },
    { ...{ label: l10n.t('Other…'), environment: undefined }, ...current(kind === 'other') },
  ];
}
