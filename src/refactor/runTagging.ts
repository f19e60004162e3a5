import type { UserRef } from '../base/model.ts';
import type { Ended, Operations, OperationState } from '../base/operation.ts';
import { createRunner } from '../runs/runner.ts';
import type { RunEnd, Runner, RunPorts } from '../runs/ports.ts';
import type { Holder, Holders } from '../runs/holders.ts';
import type { RefactorMemory, RefactorPorts } from '../runs/refactorPorts.ts';
import { userKey } from '../base/userCollections.ts';

/** Tagging of many customers: `attach` for the waiting holders, `detach` for the customers in the memory. */
export type Tagging =
  | { readonly kind: 'attach'; readonly tagId: string; readonly holders: Holders }
  | { readonly kind: 'detach'; readonly tagId: string };

export interface RunningTagging {
  readonly runner: Runner;
  readonly ended: Promise<RunEnd>;
}

/** Starts a run that attaches or detaches the tag. Records each customer in the memory before the request is sent. */
export function runTagging(
  ports: RefactorPorts,
  tagging: Tagging,
  memory: RefactorMemory,
): RunningTagging {
  const { step, steps, ...checks } =
    tagging.kind === 'attach'
      ? attaching(ports, tagging.holders, memory)
      : detaching(ports, memory);
  const { kind, tagId } = tagging;
  const operations: Operations = {
    count: steps.length,
    at: (index) => ({ kind, tagId, user: at(steps, index), line: 0 }),
  };
  const states = new Map<number, { readonly state: OperationState }>();
  const runner = createRunner(
    { ...ports, clock: ports.steady, step },
    { operations, states, ...checks },
  );
  const ended = runner.run((run) =>
    ports.onProgress({ kind: kind === 'attach' ? 'attaching' : 'detaching', run }),
  );
  return { runner, ended };
}

interface Steps {
  readonly steps: readonly UserRef[];
  readonly step: RunPorts['step'];
  /** Returns whether it is unknown if the operation is needed. */
  readonly checkFirst: (index: number) => boolean;
  readonly asksLater: boolean;
}

function attaching(ports: RefactorPorts, holders: Holders, { attached }: RefactorMemory): Steps {
  const waiting = holders.waiting();
  const rememberUser = ({ user }: Holder, isSure: boolean): void =>
    void attached.set(userKey(user), { user, isSure });
  const end = (holder: Holder, state: Ended['state']): void => {
    holders.end(holder, state);
    if (state === 'done') return rememberUser(holder, true);
    // The customer got the tag in another way, or does not have it.
    if (state !== 'unknown') attached.delete(userKey(holder.user));
  };
  return {
    steps: waiting.map(({ user }) => user),
    step: async (begun, ended) => {
      for (const { index, state } of ended) end(at(waiting, index), state);
      for (const index of begun) rememberUser(at(waiting, index), false);
      const indexOf = (index: number): number => at(waiting, index).index;
      const completed = ended.map((change) => ({ ...change, index: indexOf(change.index) }));
      await ports.step(begun.map(indexOf), completed, holders.runCounts);
    },
    checkFirst: () => false,
    asksLater: false,
  };
}

function detaching(ports: RefactorPorts, { attached }: RefactorMemory): Steps {
  const users = [...attached];
  return {
    steps: users.map(([, { user }]) => user),
    step: async (_begun, ended, counts) => {
      for (const { index, state } of ended) {
        if (state === 'done' || state === 'skipped') attached.delete(at(users, index)[0]);
      }
      await ports.step([], [], counts);
    },
    checkFirst: (index) => !at(users, index)[1].isSure,
    // Requests with unknown outcomes may still be carried out.
    asksLater: users.some(([, { isSure }]) => !isSure),
  };
}

function at<T>(values: readonly T[], index: number): T {
  const found = values[index];
  if (found === undefined) throw new RangeError(`there is no operation ${index}`);
  return found;
}
