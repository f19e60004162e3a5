import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';

/** Long enough that the second page is still on its way when this looks, ms. */
const EACH_PAGE = 200;
/** As good as for ever, ms. */
const HELD = 600_000;

/**
 * Does what asks for pages of customers one after the other: the first is answered, and one of the next is held until
 * `latencyMs` is lowered. So what shows its progress is still at work, however slow the window is.
 */
export async function holdSecondPage(service: Sandbox, step: () => Promise<void>): Promise<void> {
  const { listCustomers } = service.requests;
  service.switches.latencyMs = EACH_PAGE;
  await step();
  while (service.requests.listCustomers < listCustomers + 2) await setTimeout(10);
  service.switches.latencyMs = HELD;
}
