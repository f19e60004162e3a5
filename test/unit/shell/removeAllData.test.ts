import assert from 'node:assert/strict';
import type { Services } from '../../../src/shell/services.ts';
import { withVscodeTexts } from '../vscodeTexts.ts';

const { removeAllData } = await withVscodeTexts(
  () => import('../../../src/shell/removeAllData.ts'),
);

/** Work of a window that would write the removed data again. */
const IDLE = {
  isScanning: false,
  isExporting: false,
  runs: [] as readonly object[],
  isBusy: false,
};

/** Returns only the services that report work in progress. Any removal throws a `TypeError`. */
function servicesWith(change: Partial<typeof IDLE>): Services {
  const { isScanning, isExporting, runs, isBusy } = { ...IDLE, ...change };
  return {
    discovery: async () => ({ isRunning: isScanning }),
    exports: { isRunning: isExporting },
    activeRuns: { all: () => runs },
    recorder: { isBusy },
  } as unknown as Services;
}

describe('Remove All Data', () => {
  it('is refused while a scan, an export, a run or a change is in progress', async () => {
    const refusals: readonly (readonly [Partial<typeof IDLE>, RegExp])[] = [
      [{ isScanning: true }, /^A scan is in progress/],
      [{ isExporting: true }, /^An export is in progress/],
      [{ runs: [{}] }, /^A run is in progress/],
      [{ isBusy: true }, /^A change is being sent to a service/],
    ];
    for (const [work, message] of refusals) {
      const handler = removeAllData(servicesWith(work));
      await assert.rejects(handler.interactive({ nodes: [] }), { name: 'UserError', message });
      await assert.rejects(handler.withArguments({ confirmed: true }), { message });
    }
  });
});
