import type { KeptScan, KeptScanHead, TagAggregate } from '../core/overview/aggregate.ts';
import type { ScanComparison, TagChange } from '../core/overview/comparison.ts';

/** See `OverviewTools`. */
export function compareScans(earlier: KeptScan, later: KeptScan): ScanComparison {
  const before = byId(earlier);
  const after = byId(later);
  const all = [...new Set([...before.keys(), ...after.keys()])].map((id) =>
    changeOf(id, [before.get(id), earlier], [after.get(id), later]),
  );
  const lists = Map.groupBy(all, kindOf);
  const sorted = (kind: Kind): readonly TagChange[] => (lists.get(kind) ?? []).sort(bySize);
  return {
    ...{ earlier: headOf(earlier), later: headOf(later) },
    ...{ grew: sorted('grew'), shrank: sorted('shrank') },
    ...{ died: sorted('died'), appeared: sorted('appeared') },
    same: lists.get('same')?.length ?? 0,
  };
}

type Kind = 'grew' | 'shrank' | 'died' | 'appeared' | 'same';

function kindOf({ before, after }: TagChange): Kind {
  if (before === after) return 'same';
  if (before === 0) return 'appeared';
  if (after === 0) return 'died';
  return after > before ? 'grew' : 'shrank';
}

/** The largest change first, equals by their ID. */
function bySize(one: TagChange, other: TagChange): number {
  const size = Math.abs(other.after - other.before) - Math.abs(one.after - one.before);
  return size === 0 ? (one.id < other.id ? -1 : 1) : size;
}

type Side = readonly [tag: TagAggregate | undefined, scan: KeptScan];

function changeOf(id: string, [old, earlier]: Side, [now, later]: Side): TagChange {
  const [before, after] = [old?.customers ?? 0, now?.customers ?? 0];
  const shares = { shareBefore: shareOf(before, earlier), shareAfter: shareOf(after, later) };
  return { id, name: now?.name || old?.name || '', before, after, ...shares };
}

function shareOf(customers: number, { aggregate }: KeptScan): number {
  return aggregate.customers === 0 ? 0 : customers / aggregate.customers;
}

function byId({ aggregate }: KeptScan): ReadonlyMap<string, TagAggregate> {
  return new Map(aggregate.tags.map((tag) => [tag.id, tag]));
}

function headOf({ scan, baseUrl, choice, aggregate }: KeptScan): KeptScanHead {
  const { time, customers, tags } = aggregate;
  return { scan, time, customers, tags: tags.length, baseUrl, choice };
}
