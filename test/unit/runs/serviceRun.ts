import { setTimeout as delay } from 'node:timers/promises';
import type { BotService } from '../../../src/core/ports.ts';
import type { Operation, Operations } from '../../../src/core/runs/operation.ts';
import type { RunPorts } from '../../../src/core/runs/ports.ts';
import { DIRECT } from '../../../src/core/service/networkOptions.ts';
import { createClient } from '../../../src/http/client.ts';
import { userAt } from '../../../src/sandbox/userIds.ts';

export const AT_ONCE = 4;

/** The client as the product makes it, but for its patience. */
export function openService(baseUrl: string, token: string, timeoutMs: number) {
  const ignore = (): void => undefined;
  const client = createClient({
    timeoutMs: () => timeoutMs,
    clock: { now: () => Date.now() },
    log: { info: ignore, warn: ignore, error: ignore },
    network: () => DIRECT,
    concurrency: 2 * AT_ONCE,
  });
  const service = client.createService({ baseUrl: async () => baseUrl, token: async () => token });
  return { service, close: () => client.close() };
}

export function portsOf(service: BotService, timeoutMs: number, step: RunPorts['step']): RunPorts {
  return {
    perform: (operation, signal) => perform(service, operation, signal),
    stands: (operation, signal) => stands(service, operation, signal),
    step,
    concurrency: AT_ONCE,
    timeLimitMs: () => timeoutMs,
    sleep: (ms, signal) => delay(ms, undefined, { signal }),
    clock: { now: () => Date.now() },
  };
}

/** One tag for the first customers of the sandbox. */
export function attachesOf(tagId: string, count: number): Operations {
  return {
    count,
    at: (index) => ({ kind: 'attach', tagId, user: userAt(index), line: index + 1 }),
  };
}

async function perform(
  service: BotService,
  operation: Operation,
  signal: AbortSignal,
): Promise<void> {
  if (operation.kind === 'delete') throw new Error('no plan here deletes');
  const { tagId, user } = operation;
  if (operation.kind === 'attach') await service.attachTag(tagId, user, signal);
  else await service.detachTag(tagId, user, signal);
}

async function stands(
  service: BotService,
  operation: Operation,
  signal: AbortSignal,
): Promise<boolean> {
  if (operation.kind === 'delete') throw new Error('no plan here deletes');
  const lists = await service.listUserTags(operation.user, signal);
  const isOn = lists.some(({ tags }) => tags.some(({ id }) => id === operation.tagId));
  return isOn === (operation.kind === 'attach');
}
