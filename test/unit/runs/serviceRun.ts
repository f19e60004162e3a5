import type { BotService } from '../../../src/base/endpoints.ts';
import type { Operation, Operations } from '../../../src/base/operation.ts';
import { steadyClock } from '../../../src/base/ports.ts';
import { operationsOf } from '../../../src/runs/operations.ts';
import type { RunJournal, RunPorts } from '../../../src/runs/ports.ts';
import { DIRECT } from '../../../src/base/networkOptions.ts';
import { createClient } from '../../../src/service/client.ts';
import { userAt } from '../../../src/sandbox/userIds.ts';

export const CONCURRENCY = 4;

/** Creates a client as the product does, but with a fixed time limit. */
export function openService(baseUrl: string, token: string, timeoutMs: number) {
  const ignore = (): void => undefined;
  const client = createClient({
    settings: {
      timeoutMs,
      retryLimits: { maxTries: 4, maxTotalMs: 60_000 },
      network: DIRECT,
    },
    clock: { now: () => Date.now() },
    log: { info: ignore, warn: ignore, error: ignore },
    concurrency: 2 * CONCURRENCY,
  });
  const service = client.createService({ baseUrl: async () => baseUrl, token: async () => token });
  return { service, close: () => client.close() };
}

/** Returns ports that send to the service, and that write to the Journal with `step`. */
export function portsOf(
  service: BotService,
  timeoutMs: number,
  step: RunJournal['step'],
): RunPorts {
  return {
    perform: (operation, signal) => perform(service, operation, signal),
    isApplied: (operation, signal) => isApplied(service, operation, signal),
    journal: { step },
    concurrency: CONCURRENCY,
    timeLimitMs: () => timeoutMs,
    clock: steadyClock,
  };
}

/** Returns operations that attach one tag to the first customers of the sandbox. */
export function attachOperations(tagId: string, count: number): Operations {
  return {
    count,
    at: (index) => ({ kind: 'attach', tagId, user: userAt(index), line: index + 1 }),
  };
}

/** Every n-th customer has the new tag before the run. For these customers, the plan only detaches the other tag. */
export const TAGGED_EVERY = 33;

export function hadNewTag(index: number): boolean {
  return index % TAGGED_EVERY === 0;
}

/** Returns operations that attach one tag and detach another, for the first customers. */
export function changesOf(attached: string, detached: string, count: number): Operations {
  const tags = [
    { id: attached, name: attached, action: 'attach' as const },
    { id: detached, name: detached, action: 'detach' as const },
  ];
  const users = Array.from({ length: count }, (_, index) => ({
    user: userAt(index),
    skip: undefined,
    except: hadNewTag(index) ? [0] : [],
    row: undefined,
    name: undefined,
    line: index + 1,
  }));
  return operationsOf({ ...HEAD, action: 'attach and detach', tags, users, items: [] });
}

const HEAD = {
  botId: 'bot',
  baseUrl: '',
  environment: '',
  checkFirst: false,
  made: 0,
  source: { kind: 'matching' as const },
};

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

async function isApplied(
  service: BotService,
  operation: Operation,
  signal: AbortSignal,
): Promise<boolean> {
  if (operation.kind === 'delete') throw new Error('no plan here deletes');
  const lists = await service.listUserTags(operation.user, signal);
  const isAttached = lists.some(({ tags }) => tags.some(({ id }) => id === operation.tagId));
  return isAttached === (operation.kind === 'attach');
}
