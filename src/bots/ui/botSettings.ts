import * as vscode from 'vscode';
import { lockBot, renameBot, setEnvironment, unlockBot } from '../../catalogue/botChanges.ts';
import { type Bot, isProduction } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { runSteps, step, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { requireAgreed } from '../../catalogue/ui/writeGuard.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';
import { changeEnvironment, environmentText } from './botEnvironment.ts';
import { changeLabel } from './botLabel.ts';
import { allowChanges, makeReadOnly, requireUnlockable } from './readOnly.ts';
import { changeToken } from './replaceToken.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens'>;

type Change = (services: Needs, bot: Bot, position: StepPosition) => Promise<void | Back>;

interface Setting extends vscode.QuickPickItem {
  readonly change: Change;
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
      // Outside production, writes need no confirmation, so leaving production must be confirmed.
      if (environment !== undefined && !isProduction({ environment })) {
        requireAgreed(bot, confirmed);
      }
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

/**
 * Shows the list and changes the picked setting.
 * @param lastLabel label of the previously changed setting, which is preselected
 * @returns the label of the changed setting
 * @throws {Cancelled}
 */
async function changeSetting(services: Needs, bot: Bot, lastLabel: string): Promise<string> {
  const placeholder = vscode.l10n.t('Select a setting to change');
  let picked: Setting | undefined;
  await runSteps(labeled(vscode.l10n.t('Bot Settings'), bot.label), [
    step(
      true,
      (position) => {
        const items = settingsOf(services, bot);
        return askPick(
          { placeholder, items, active: ({ label }) => label === lastLabel },
          position,
        );
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

async function settingsOf(services: Needs, bot: Bot): Promise<readonly Setting[]> {
  const { l10n } = vscode;
  const isReadOnly = (await services.catalogue()).isReadOnly(bot.key);
  const isTokenStored = await services.tokens.has(bot.key);
  const setting = (icon: string, label: string, description: string, change: Change): Setting => ({
    label,
    description,
    iconPath: new vscode.ThemeIcon(icon),
    change,
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
            changeToken,
          ),
        ]),
  ];
}
