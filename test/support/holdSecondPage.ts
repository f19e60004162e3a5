import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../../src/sandbox/startSandbox.ts';

/** Latency of each page, in ms. Long enough that the second page is still in flight when the loop below polls. */
const PAGE_LATENCY_MS = 200;
/** Latency of the held page, in ms. Longer than any test. */
const HELD_LATENCY_MS = 600_000;

/**
 * Runs a step that requests pages of customers one after another. The first page is returned, and one of the next pages
 * is held until `latencyMs` is lowered. So the progress of the step stays visible, however slow the window is.
 */
export async function holdSecondPage(service: Sandbox, step: () => Promise<void>): Promise<void> {
  const { listCustomers } = service.requests;
  service.switches.latencyMs = PAGE_LATENCY_MS;
  await step();
  while (service.requests.listCustomers < listCustomers + 2) await setTimeout(10);
  service.switches.latencyMs = HELD_LATENCY_MS;
}
