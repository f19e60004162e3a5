import * as vscode from 'vscode';
import { type Bot, environmentKind, type EnvironmentKind, isProduction } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import {
  type Back,
  BACK,
  runStep,
  runSteps,
  step,
  type StepPosition,
} from '../../base/ui/steps.ts';
import { sayDone } from '../../base/ui/window.ts';
import { lockBot, renameBot, setEnvironment, unlockBot } from '../../catalogue/botChanges.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { botByReference, botOfContext, type Handler } from '../../catalogue/ui/handler.ts';
import { requireAgreed } from '../../catalogue/ui/writeGuard.ts';
import { allowChanges, makeReadOnly, requireUnlockable } from './readOnly.ts';
import { askAndSaveTokenInStep } from './replaceToken.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens'>;

type Change = (services: Needs, bot: Bot, position: StepPosition) => Promise<void | Back>;

interface Setting extends vscode.QuickPickItem {
  readonly change: Change;
  readonly isActive: boolean;
}

/** Shows the settings of a bot in a list, which opens again after each change and closes with Escape. */
export function botSettings(services: Needs): Handler<'botTags.botSettings'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const { key } = await botOfContext(catalogue, context, vscode.l10n.t('Bot Settings'));
      let lastLabel = '';
      // The loop ends when `changeSetting` throws `Cancelled`.
      for (;;) lastLabel = await changeSetting(services, botByReference(catalogue, key), lastLabel);
    },
    withArguments: async ({ bot: reference, label, environment, readOnly, confirmed }) => {
      const catalogue = await services.catalogue();
      const bot = botByReference(catalogue, reference);
      // Outside production, most writes need no confirmation, so leaving production must be confirmed.
      if (environment !== undefined && !isProduction({ environment })) {
        requireAgreed(bot, confirmed);
      }
      // Workspace files that locked the bot and no longer exist. Their locks are removed as well.
      const deletedFiles =
        readOnly === false ? await requireUnlockable(catalogue, bot, confirmed) : [];
      await catalogue.whenFree(() => {
        if (label !== undefined) renameBot(catalogue, bot.key, label);
        if (environment !== undefined) setEnvironment(catalogue, bot.key, environment.trim());
        if (readOnly === true) lockBot(catalogue, bot.key);
        if (readOnly === false) unlockBot(catalogue, bot.key, deletedFiles);
      });
    },
  };
}

/** @param lastLabel label of the previously changed setting, which is preselected */
async function changeSetting(services: Needs, bot: Bot, lastLabel: string): Promise<string> {
  const placeholder = vscode.l10n.t('Select a setting to change');
  let picked: Setting | undefined;
  await runSteps(labeled(vscode.l10n.t('Bot Settings'), bot.label), [
    step(
      true,
      (position) => {
        const items = settingsOf(services, bot, lastLabel);
        return askPick({ placeholder, items }, position);
      },
      (answer) => (picked = answer),
    ),
    {
      isNeeded: true,
      // A step with `isAsked` prevents a step count in the title, which would be wrong: Read-Only has no second step.
      isAsked: () => true,
      ask: async (position) => picked?.change(services, bot, position),
    },
  ]);
  return picked?.label ?? '';
}

async function settingsOf(
  services: Needs,
  bot: Bot,
  activeLabel: string,
): Promise<readonly Setting[]> {
  const { l10n } = vscode;
  const isReadOnly = (await services.catalogue()).isReadOnly(bot.key);
  const isTokenStored = await services.tokens.has(bot.key);
  const setting = (icon: string, label: string, description: string, change: Change): Setting => ({
    label,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    change,
    isActive: label === activeLabel,
  });
  return [
    setting('edit', l10n.t('Label'), bot.label, changeLabel),
    setting('symbol-enum', l10n.t('Environment'), environmentText(bot), changeEnvironment),
    setting(
      isReadOnly ? 'lock' : 'unlock',
      l10n.t('Read-Only'),
      isReadOnly ? l10n.t('On') : l10n.t('Off'),
      isReadOnly ? (_, { key }) => allowChanges(services, key) : makeReadOnly,
    ),
    // The sandbox generates its own token.
    ...(bot.kind === 'sandbox'
      ? []
      : [
          setting(
            'key',
            l10n.t('Token'),
            isTokenStored ? l10n.t('Stored') : l10n.t('Missing'),
            askAndSaveTokenInStep,
          ),
        ]),
  ];
}

interface EnvironmentEntry extends vscode.QuickPickItem {
  /** Environment of the entry. `undefined`: the user types a word. */
  readonly environment: string | undefined;
  readonly isActive: boolean;
}

async function changeEnvironment(
  services: Needs,
  bot: Bot,
  position: StepPosition,
): Promise<void | Back> {
  const word = await askEnvironment(bot, position);
  if (word === BACK) return BACK;
  const catalogue = await services.catalogue();
  const changedBot = await catalogue.whenFree(() => setEnvironment(catalogue, bot.key, word));
  if (changedBot === undefined) return;
  const label = vscode.l10n.t('Environment of {0}', changedBot.label);
  sayDone(labeled(label, environmentText(changedBot)));
}

async function askEnvironment(bot: Bot, position: StepPosition): Promise<string | Back> {
  const items = entriesFor(bot);
  const placeholder = vscode.l10n.t('Environment of {0}', nameOfBot(bot));
  const picked = await askPick({ placeholder, items }, position);
  if (picked === BACK) return BACK;
  if (picked.environment !== undefined) return picked.environment;
  const hasCustomName = environmentKind(bot) === 'other';
  const prompt = vscode.l10n.t('Name of the environment, such as "test"');
  const question = { prompt, ...(hasCustomName ? { value: bot.environment } : {}) };
  const typed = await askText(question, { ...position, canGoBack: true });
  return typed === BACK ? askEnvironment(bot, position) : typed;
}

/** Returns the translated name of the bot's environment, or the word that the user entered. */
function environmentText(bot: Bot): string {
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

function entriesFor(bot: Bot): readonly EnvironmentEntry[] {
  const { l10n } = vscode;
  const currentKind = environmentKind(bot);
  const entry = (
    kind: EnvironmentKind,
    fields: Omit<EnvironmentEntry, 'label' | 'isActive'>,
  ): EnvironmentEntry => ({
    label: kind === 'other' ? l10n.t('Other…') : environmentName(kind),
    ...(kind === currentKind ? { description: l10n.t('current') } : {}),
    isActive: kind === currentKind,
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

async function changeLabel(
  services: Pick<CatalogueServices, 'catalogue'>,
  { key, label }: Bot,
  position: StepPosition,
): Promise<void | Back> {
  const prompt = vscode.l10n.t('Label of the bot in the tree');
  const entered = await askText({ prompt, value: label }, position);
  if (entered === BACK) return BACK;
  const catalogue = await services.catalogue();
  await catalogue.whenFree(() => renameBot(catalogue, key, entered));
}

/** Renames the bot in a separate dialog, which F2 opens in the tree. */
export async function renameInTree(
  services: Pick<CatalogueServices, 'catalogue'>,
  bot: Bot,
): Promise<void> {
  await runStep(vscode.l10n.t('Rename Bot'), (position) => changeLabel(services, bot, position));
}
