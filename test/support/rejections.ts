import type { Context, RootHookObject } from 'mocha';

const unhandled = new Map<Promise<unknown>, unknown>();
const lost: string[] = [];

// Mocha passes on a rejection that nobody handles to the process, where nobody would hear of it.
process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));

/** Fails at the end when there were tests in which a rejection was lost. */
export const mochaHooks: RootHookObject = {
  afterEach(this: Context) {
    for (const reason of unhandled.values()) {
      lost.push(`${this.currentTest?.fullTitle()}: ${String(reason)}`);
    }
    unhandled.clear();
  },
  afterAll() {
    if (lost.length > 0) throw new Error(`rejections that nobody handled:\n${lost.join('\n')}`);
  },
};
