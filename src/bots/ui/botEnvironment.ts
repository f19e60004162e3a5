import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import { setEnvironment } from '../../catalogue/botChanges.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { type Bot, environmentKind, type EnvironmentKind } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import { sayDone } from '../../base/ui/window.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
}

interface Entry extends vscode.QuickPickItem {
  /** Environment of the entry. `undefined`: the user types a word. */
  readonly environment: string | undefined;
}

/**
 * Prompts for the environment of the bot and saves it.
 * @throws {Cancelled}
 */
export async function changeEnvironment(
  services: Needs,
  bot: Bot,
  position: StepPosition,
): Promise<void | Back> {
  const word = await askEnvironment(bot, position);
  if (word === BACK) return BACK;
  const catalogue = await services.catalogue();
  const saved = await catalogue.whenFree(() => setEnvironment(catalogue, bot.key, word));
  if (saved === undefined) return;
  const label = vscode.l10n.t('Environment of {0}', saved.label);
  sayDone(labeled(label, environmentText(saved)));
}

async function askEnvironment(bot: Bot, position: StepPosition): Promise<string | Back> {
  const items = entriesFor(bot);
  const placeholder = vscode.l10n.t('Environment of {0}', nameOfBot(bot));
  // No entry except that of the current environment has a description.
  const isCurrent = ({ description }: Entry): boolean => description !== undefined;
  const picked = await askPick<Entry>({ placeholder, items, active: isCurrent }, position);
  if (picked === BACK) return BACK;
  if (picked.environment !== undefined) return picked.environment;
  const hasCustomName = environmentKind(bot) === 'other';
  const prompt = vscode.l10n.t('Name of the environment, such as "test"');
  const question = { prompt, ...(hasCustomName ? { value: bot.environment } : {}) };
  const typed = await askText(question, { ...position, canGoBack: true });
  return typed === BACK ? askEnvironment(bot, position) : typed;
}

/** Returns the translated name of the bot's environment, or the word that the user entered. */
export function environmentText(bot: Bot): string {
  const kind = environmentKind(bot);
  return kind === 'other' ? bot.environment : environmentName(kind);
}

function environmentName(kind: Exclude<EnvironmentKind, 'other'>): string {
  const { l10n } = vscode;
  switch (kind) {
    case 'development':
      return l10n.t('Development');
    case 'staging':
      return l10n.t('Staging');
    case 'production':
      return l10n.t('Production');
    case 'none':
      return l10n.t('None');
  }
}

function entriesFor(bot: Bot): readonly Entry[] {
  const { l10n } = vscode;
  const current = environmentKind(bot);
  const entry = (kind: EnvironmentKind, fields: Omit<Entry, 'label'>): Entry => ({
    label: kind === 'other' ? l10n.t('Other…') : environmentName(kind),
    ...(kind === current ? { description: l10n.t('current') } : {}),
    ...fields,
  });
  return [
    entry('development', { environment: 'development' }),
    entry('staging', { environment: 'staging' }),
    entry('production', {
      environment: 'production',
      detail: l10n.t('Commands that write to the service ask for confirmation first.'),
    }),
    entry('none', { environment: '' }),
    entry('other', { environment: undefined }),
  ];
}
