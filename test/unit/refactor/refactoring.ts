import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../src/base/errors.ts';
import { TAG } from '../../../src/base/model.ts';
import type {
  RefactorEnd,
  RefactorMemory,
  RefactorPorts,
  RefactorProgress,
  RefactorQuestions,
  Findings,
} from '../../../src/runs/refactorPorts.ts';
import { steadyClock } from '../../../src/base/ports.ts';
import { RefactorRun } from '../../../src/refactor/refactorRun.ts';
import { readRefactor, type RefactorState } from '../../../src/runs/refactorState.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import { SECRET } from '../service/answers.ts';
import { onCleanup } from '../cleanup.ts';
import { openClient } from '../service/client.ts';
import { GuardedState } from './guardedState.ts';

export const OLD = 'tag-old';
export const OTHER = 'tag-other';
export const NEW_NAME = 'Tea drinker';

/** Returns a generator of numbers from 0 to 1, the same in each test run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether a customer of the sandbox can be tagged. Customers without an ID cannot. */
export function isTaggable(index: number): boolean {
  return index % 97 !== 41 && index % 101 !== 57;
}

export interface Service {
  readonly sandbox: Sandbox;
  readonly state: GuardedState;
  readonly service: BotService;
  readonly customers: number;
}

interface ServiceOptions {
  readonly customers?: number;
  /** Whether a customer has the old tag. By default all have it. */
  readonly holds?: (index: number) => boolean;
  readonly switches?: Partial<Switches>;
  readonly timeoutMs?: number;
  /** ID of the tag to merge into. */
  readonly target?: string;
}

/** Starts a watched sandbox with two tags, and `OLD` attached to some customers. */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { customers = 300, holds = () => true, switches = {}, timeoutMs = 5000, target } = options;
  const state = new GuardedState([OLD, OTHER], target);
  const sandbox = await startSandbox({ token: SECRET, customers, switches, state });
  onCleanup(() => sandbox.close());
  for (const id of [OLD, OTHER, ...(target === undefined ? [] : [target])]) {
    state.addItem({ id, name: id, type: TAG, parentId: null, created: 1 });
  }
  for (let index = 0; index < customers; index++) {
    if (isTaggable(index) && holds(index)) state.attachTag(index, OLD);
  }
  state.watch();
  const pacing = { limits: { maxTries: 8, maxTotalMs: 60_000 } };
  const { service } = openClient(sandbox.baseUrl, { timeoutMs, keepsLog: false, pacing });
  return { sandbox, state, service, customers };
}

/** State of a rename of `OLD`, before its first scan. */
export const RENAME: RefactorState = {
  kind: 'rename',
  old: [{ id: OLD, name: 'Old' }],
  target: { id: null, name: NEW_NAME, parentId: null },
  phase: 'scanning',
  start: 0,
  hasDeleted: false,
};

/** Returns the state of a merge of `OLD` and `OTHER` into the tag with this ID, before its first scan. */
export function mergeInto(id: string): RefactorState {
  const old = [
    { id: OLD, name: 'Old' },
    { id: OTHER, name: 'Other' },
  ] as const;
  return { ...RENAME, kind: 'merge', old, target: { id, name: id, parentId: null } };
}

/** Record of what a refactor did, for assertions. */
export interface Watched {
  readonly ports: RefactorPorts;
  readonly onProgress: (progress: RefactorProgress) => void;
  readonly memory: RefactorMemory;
  /** Last saved state. */
  savedState: RefactorState;
  readonly phases: string[];
  readonly progressEvents: RefactorProgress[];
  readonly findings: Findings[];
  /** IDs of tags that were removed from the catalogue. */
  readonly removedIds: string[];
}

interface WatchOptions {
  readonly timeLimitMs?: number;
  readonly now?: () => number;
  readonly questions?: Partial<RefactorQuestions>;
  readonly service?: Partial<BotService>;
  readonly begin?: RefactorState;
  readonly onProgress?: (progress: RefactorProgress) => void;
  readonly onSave?: (state: RefactorState) => void;
  readonly onStep?: () => void;
}

/**
 * Creates the ports of a refactor that record what it does. By default, the user agrees to attach and delete, and
 * pauses if the outcome of a request is unknown.
 */
export function watch(
  { sandbox, service }: { readonly sandbox: Pick<Sandbox, 'botId'>; readonly service: BotService },
  options: WatchOptions = {},
): Watched {
  const { timeLimitMs = 300, now = () => Date.now(), begin = RENAME } = options;
  const removedIds: string[] = [];
  const watchedService: BotService = Object.assign(
    Object.create(service) as BotService,
    bound(service),
    options.service,
  );
  const watched: Watched = {
    memory: { attached: new Map(), knowsAllUsers: true },
    savedState: begin,
    phases: [],
    progressEvents: [],
    findings: [],
    removedIds,
    ports: {
      botId: sandbox.botId,
      service: watchedService,
      ...requestsOf(watchedService),
      concurrency: 4,
      timeLimitMs: () => timeLimitMs,
      clock: steadyClock,
      wallClock: { now },
      items: itemsOf(watchedService, sandbox.botId, removedIds),
      journal: {
        step: async () => options.onStep?.(),
        saveDetail: async (detail) => {
          // The state is saved one turn later, so that a request which does not wait for the save would be sent earlier.
          await setImmediate();
          const state = readRefactor(detail) ?? assert.fail(detail);
          if (watched.savedState.phase !== state.phase) watched.phases.push(state.phase);
          watched.savedState = state;
          options.onSave?.(state);
        },
      },
      questions: {
        start: async () => 'attach',
        unknownCreate: async () => 'stop',
        unknownUndo: async () => 'stop',
        ...options.questions,
        deleteOld: async (findings) => {
          watched.findings.push(findings);
          return (await options.questions?.deleteOld?.(findings)) ?? 'delete';
        },
      },
    },
    onProgress: (progress) => {
      watched.progressEvents.push(progress);
      options.onProgress?.(progress);
    },
  };
  return watched;
}

/** Creates and deletes tags in the service. */
function itemsOf(
  watchedService: BotService,
  botId: string,
  removedIds: string[],
): RefactorPorts['items'] {
  const { signal } = new AbortController();
  return {
    create: (tag) => {
      assert.equal(tag.type, TAG);
      return watchedService.createItem({ ...tag, botId }, signal);
    },
    delete: async ({ id, type }) => {
      assert.equal(type, TAG);
      await watchedService.deleteItem(id, signal);
      removedIds.push(id);
    },
    removeFromCatalogue: async (id) => void removedIds.push(id),
  };
}

/** Attaches and detaches with the same requests as runs. */
function requestsOf(watchedService: BotService): Pick<RefactorPorts, 'perform' | 'isApplied'> {
  return {
    perform: async (operation, signal) => {
      if (operation.kind === 'delete') throw new Error('nothing is deleted by a run');
      const verb = operation.kind === 'attach' ? 'attachTag' : 'detachTag';
      await watchedService[verb](operation.tagId, operation.user, signal);
    },
    isApplied: async (operation, signal) => {
      if (operation.kind === 'delete') throw new Error('nothing is deleted by a run');
      const lists = await watchedService.listUserTags(operation.user, signal);
      const isAttached = lists.some(({ tags }) => tags.some(({ id }) => id === operation.tagId));
      return isAttached === (operation.kind === 'attach');
    },
  };
}

/** Binds methods to the service, because they use its private members. An object that inherits from it has none. */
function bound(service: BotService): Partial<BotService> {
  return {
    attachTag: (...call) => service.attachTag(...call),
    detachTag: (...call) => service.detachTag(...call),
    listUserTags: (...call) => service.listUserTags(...call),
    getItem: (...call) => service.getItem(...call),
    createItem: (...call) => service.createItem(...call),
    deleteItem: (...call) => service.deleteItem(...call),
    walkCustomers: (...call) => service.walkCustomers(...call),
  };
}

/** Creates the run of a refactor. The second argument is given if the run is resumed. */
export function refactor(watched: Watched, mayHaveOpenRequests?: boolean): RefactorRun {
  const { ports, memory, onProgress, savedState: state } = watched;
  const resumed =
    mayHaveOpenRequests === undefined ? undefined : { mayHaveOpenRequests, unknown: 0 };
  const run = new RefactorRun(ports, { state, memory, resumed }, seeded(1));
  run.onDidProgress(onProgress);
  return run;
}

export function expectDone(end: RefactorEnd): Extract<RefactorEnd, { kind: 'done' }> {
  if (end.kind === 'done') return end;
  throw new Error(`the refactor ended as ${end.kind}`, {
    cause: 'error' in end ? end.error : undefined,
  });
}

/** Returns the indexes of the customers who have the tag. */
export function having({ state, customers }: Service, tagId: string | null): number[] {
  return Array.from({ length: customers }, (_, index) => index).filter((index) =>
    state.has(index, tagId ?? ''),
  );
}

/** Creates the error that the caller gets if an answer is lost. */
export const lostAnswer = (endpoint: 'createItem' | 'deleteItem'): ServiceError =>
  new ServiceError(endpoint, { kind: 'lost', detail: 'reset' }, 'unknown');
