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
  const { step, users, ...checks } =
    tagging.kind === 'attach'
      ? attachSteps(ports, tagging.holders, memory)
      : detachSteps(ports, memory);
  const { kind, tagId } = tagging;
  const operations: Operations = {
    count: users.length,
    at: (index) => ({ kind, tagId, user: elementAt(users, index), line: 0 }),
  };
  const states = new Map<number, { readonly state: OperationState }>();
  const runner = createRunner(
    { ...ports, clock: ports.monotonicClock, step },
    { operations, states, ...checks },
  );
  const ended = runner.run((run) =>
    ports.onProgress({ kind: kind === 'attach' ? 'attaching' : 'detaching', run }),
  );
  return { runner, ended };
}

interface TaggingSteps {
  readonly users: readonly UserRef[];
  readonly step: RunPorts['step'];
  /** Returns whether it is unknown if the operation is needed. */
  readonly checkFirst: (index: number) => boolean;
  readonly waitsBeforeChecks: boolean;
}

function attachSteps(
  ports: RefactorPorts,
  holders: Holders,
  { attached }: RefactorMemory,
): TaggingSteps {
  const waiting = holders.waitingHolders();
  const rememberUser = ({ user }: Holder, isSure: boolean): void =>
    void attached.set(userKey(user), { user, isSure });
  const recordEnd = (holder: Holder, state: Ended['state']): void => {
    holders.setOutcome(holder, state);
    if (state === 'done') return rememberUser(holder, true);
    // The customer got the tag in another way, or does not have it.
    if (state !== 'unknown') attached.delete(userKey(holder.user));
  };
  return {
    users: waiting.map(({ user }) => user),
    step: async (begun, ended) => {
      for (const { index, state } of ended) recordEnd(elementAt(waiting, index), state);
      for (const index of begun) rememberUser(elementAt(waiting, index), false);
      const holderIndexOf = (index: number): number => elementAt(waiting, index).index;
      const completed = ended.map((change) => ({ ...change, index: holderIndexOf(change.index) }));
      await ports.step(begun.map(holderIndexOf), completed, holders.runCounts);
    },
    checkFirst: () => false,
    waitsBeforeChecks: false,
  };
}

function detachSteps(ports: RefactorPorts, { attached }: RefactorMemory): TaggingSteps {
  const users = [...attached];
  return {
    users: users.map(([, { user }]) => user),
    step: async (_begun, ended, counts) => {
      for (const { index, state } of ended) {
        if (state === 'done' || state === 'skipped') attached.delete(elementAt(users, index)[0]);
      }
      await ports.step([], [], counts);
    },
    checkFirst: (index) => !elementAt(users, index)[1].isSure,
    // Requests with unknown outcomes may still be carried out.
    waitsBeforeChecks: users.some(([, { isSure }]) => !isSure),
  };
}

function elementAt<T>(values: readonly T[], index: number): T {
  const found = values[index];
  if (found === undefined) throw new RangeError(`there is no operation ${index}`);
  return found;
}
