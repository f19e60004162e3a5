import type { IndexAnswer, IndexRequest } from '../../search/index/indexMessages.ts';
import { RowIndex } from '../../search/index/rowIndex.ts';
import { packedBytes } from './packedBytes.ts';
import { StatisticsQueue } from './statisticsQueue.ts';

/**
 * Worker of the Customers page. It indexes the loaded rows, and finds, sorts, counts and compresses them, so that the
 * page stays responsive. The global scope exchanges messages only with the page.
 */
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: MessageEvent<IndexRequest>) => void): void;
  postMessage(answer: IndexAnswer, transfer?: Transferable[]): void;
};

let currentIndex: RowIndex | undefined;
const statisticsQueue = new StatisticsQueue((answer) => scope.postMessage(answer));

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'reset') {
    currentIndex = new RowIndex(data.words, data.locale);
    statisticsQueue.stop();
  } else if (currentIndex !== undefined) handle(currentIndex, data);
});

function pack({ id, json }: Extract<IndexRequest, { type: 'add' }>): void {
  const packed = packedBytes(json);
  scope.postMessage({ type: 'packed', id, packed }, [packed.blocks.buffer, packed.ends.buffer]);
}

function handle(index: RowIndex, request: Exclude<IndexRequest, { type: 'reset' }>): void {
  switch (request.type) {
    case 'add':
      index.add(request);
      // Pack after pending requests, because packing takes as long as indexing.
      return void setTimeout(pack, 0, request);
    case 'patch':
      return index.patch(request.row, JSON.parse(request.json));
    case 'rows': {
      const rows = index.rows(request.search, request.sort);
      const transfer = rows === null ? [] : [rows.buffer];
      return scope.postMessage({ type: 'rows', count: index.count, rows }, transfer);
    }
    case 'facets':
      return scope.postMessage({
        type: 'facets',
        facets: index.facets(),
        segments: index.segmentValues(),
      });
    case 'vocabulary':
      index.vocabulary = request.vocabulary;
      return;
    case 'statistics':
      return statisticsQueue.start(index, request);
  }
}
