import type { RunRecord, WriteRecord } from '../../../../src/catalogue/journal.ts';
import type { RunCounts } from '../../../../src/base/operation.ts';

export const COUNTS: RunCounts = {
  total: 5,
  done: 0,
  failed: 0,
  unknown: 0,
  skipped: 0,
  waiting: 5,
};

export function runRecord(id: string, change: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    bot: 'k',
    botLabel: 'Shop',
    kind: 'attach',
    plan: 'file:///a.jsonc',
    hash: 'ab',
    detail: '{}',
    undoes: null,
    state: 'running',
    reason: null,
    counts: COUNTS,
    started: 1,
    updated: 1,
    owner: null,
    ...change,
  };
}

export function writeRecord(id: string, change: Partial<WriteRecord> = {}): WriteRecord {
  return {
    id,
    bot: 'k',
    botLabel: 'Shop',
    kind: 'attach',
    itemId: 't',
    itemName: 'VIP',
    itemType: 0,
    parentId: null,
    hasEffect: true,
    user: null,
    result: 'sent',
    errorText: null,
    undoneBy: null,
    time: 1,
    ...change,
  };
}
