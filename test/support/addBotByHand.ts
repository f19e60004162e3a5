import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** Opens the first question of "Add Bot…", without the palette. */
export async function askForBot(workbench: Workbench): Promise<void> {
  await untilDone(async () => {
    await workbench.pressKeyOf('botTags.addBot');
    // A second press would clear what was typed meanwhile, and the first command of a window takes long.
    await workbench.quickInput.expect('Base URL', 30_000);
  });
}

/** Adds a bot by pasting a curl command, which answers all questions but the label. */
export async function addBotByHand(
  workbench: Workbench,
  { baseUrl, botId, token }: Pick<Sandbox, 'baseUrl' | 'botId' | 'token'>,
  label: string,
): Promise<void> {
  const { quickInput } = workbench;
  await askForBot(workbench);
  const address = `${baseUrl}/v1/api/bot/customers?botId=${botId}`;
  await quickInput.fill(`curl '${address}' -H 'Authorization: Bearer ${token}'`);
  await quickInput.shows(baseUrl);
  await quickInput.accept();
  await quickInput.expect('Label of the bot in the tree');
  await quickInput.answer(label);
  await workbench.treeItem(new RegExp(`^${label}`)).waitFor();
}
