import type { Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { Workbench } from './e2e.ts';

/** Adds a bot of a service as a person does. */
export async function addBotByHand(
  workbench: Workbench,
  service: Sandbox,
  label: string,
): Promise<void> {
  const { quickInput } = workbench;
  await workbench.runCommand('Bot Tags: Add Bot…');
  await quickInput.expect('Base URL');
  await quickInput.answer(service.baseUrl);
  await quickInput.expect('API token');
  await quickInput.answer(service.token);
  await quickInput.expect('Bot ID');
  await quickInput.answer(service.botId);
  await quickInput.expect('Label in the tree');
  await quickInput.answer(label);
  await workbench.treeItem(new RegExp(`^${label}`)).waitFor();
}
