import type { EndpointName } from '../../core/endpoints.ts';
import type { RunRecord } from '../../core/journal/journal.ts';
import { readRunDetail } from '../../core/journal/runDetail.ts';

/** What the requests of a run that change something are. */
export function endpointOf({ kind, detail }: Pick<RunRecord, 'kind' | 'detail'>): EndpointName {
  if (kind === 'delete') return 'deleteItem';
  const isUndo = kind === 'undo';
  const action = isUndo ? readRunDetail(detail).action : kind;
  return (action === 'detach') === isUndo ? 'attachTag' : 'detachTag';
}
