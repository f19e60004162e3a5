import type { Context, RootHookObject } from 'mocha';

const unhandled = new Map<Promise<unknown>, unknown>();
const failures: string[] = [];

// Mocha passes unhandled rejections on to the process, where they would go unnoticed.
process.on('unhandledRejection', (reason, promise) => unhandled.set(promise, reason));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));

/** Fails after all tests if a rejection was left unhandled in any of them. */
export const mochaHooks: RootHookObject = {
  afterEach(this: Context) {
    for (const reason of unhandled.values()) {
      failures.push(`${this.currentTest?.fullTitle()}: ${String(reason)}`);
    }
    unhandled.clear();
  },
  afterAll() {
    if (failures.length > 0) throw new Error(`unhandled rejections:\n${failures.join('\n')}`);
  },
};
