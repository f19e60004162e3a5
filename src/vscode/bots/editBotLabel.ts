import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import { renameBot } from '../../core/catalogue/botChanges.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { askText } from '../input/askText.ts';
import { botInHand, botNamed, type Hand, type Handler } from '../input/handler.ts';
import { runSteps, step } from '../input/steps.ts';

/** The key for it works on every row. @param renameTag takes those that are no bots */
export function editBotLabel(
  parts: { readonly catalogue: Lazy<Catalogue> },
  renameTag: (hand: Hand) => Promise<unknown>,
): Handler<'botTags.editBotLabel'> {
  const save = async (key: string, label: string): Promise<void> => {
    const catalogue = await parts.catalogue();
    await catalogue.whenFree(() => renameBot(catalogue, botNamed(catalogue, key).key, label));
  };
  return {
    byPerson: async (hand) => {
      if (hand.nodes[0]?.isBot === false) return renameTag(hand);
      const title = vscode.l10n.t('Rename Bot');
      const bot = await botInHand(await parts.catalogue(), hand, title);
      const prompt = vscode.l10n.t('Label in the tree');
      let entered = bot.label;
      await runSteps(title, [
        step(
          true,
          (position) => askText({ prompt, value: bot.label }, position),
          (label) => void (entered = label),
        ),
      ]);
      await save(bot.key, entered);
    },
    byProgram: ({ bot, label }) => save(bot, label),
  };
}
