import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { BOT } from '../../base/fakes.ts';

interface OpenedElsewhere {
  readonly problem: string | undefined;
  readonly quarantined: { readonly file: string } | undefined;
}

interface OtherThread {
  readonly opened: OpenedElsewhere;
  /** Adds a bot to the list, and ends the thread. */
  addBot(key: string): Promise<void>;
}

/** Opens the database in another thread. */
export async function openInWorker(file: string): Promise<OtherThread> {
  const source = new URL('../../../../src/runs/openCatalogue.ts', import.meta.url);
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.source).then(async ({ openStores }) => {
      const { store: catalogue, problem, quarantined } = await openStores(workerData.file);
      parentPort.once('message', (bot) => {
        catalogue.saveBot(bot);
        catalogue.close();
      });
      parentPort.postMessage({ problem, quarantined });
    });`;
  const worker = new Worker(code, { eval: true, workerData: { source: source.href, file } });
  const [opened] = (await once(worker, 'message')) as [OpenedElsewhere];
  return {
    opened,
    async addBot(key) {
      worker.postMessage({ ...BOT, key });
      await once(worker, 'exit');
    },
  };
}
