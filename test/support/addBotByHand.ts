import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** Opens the first step of "Add Bot…" with a keybinding, without the palette. */
export async function openAddBot(workbench: Workbench): Promise<void> {
  await untilDone(async () => {
    await workbench.pressKeyOf('botTags.addBot');
    // The timeout is long, because the first command of a window is slow, and a second key press would clear typed
    // text.
    await workbench.quickInput.expect('Base URL', 30_000);
  });
}

/** Adds a bot by pasting a curl command, which answers every step except the label. */
export async function addBotByHand(
  workbench: Workbench,
  { baseUrl, botId, token }: Pick<Sandbox, 'baseUrl' | 'botId' | 'token'>,
  label: string,
): Promise<void> {
  const { quickInput } = workbench;
  await openAddBot(workbench);
  const address = `${baseUrl}/v1/api/bot/customers?botId=${botId}`;
  await quickInput.fill(`curl '${address}' -H 'Authorization: Bearer ${token}'`);
  await quickInput.shows(baseUrl);
  await quickInput.accept();
  await quickInput.expect('Label of the bot in the tree');
  await quickInput.answer(label);
  await workbench.treeItem(new RegExp(`^${label}`)).waitFor();
}
