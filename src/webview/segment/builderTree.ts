import type { Condition, Segment } from '../../segments/segment.ts';

/** `none`: not any of them. */
export type Join = 'all' | 'any' | 'none';

export interface Group {
  readonly kind: 'group';
  join: Join;
  readonly items: Item[];
}

/** A condition, which may still lack its name or value: it then says nothing. */
export interface Row {
  readonly kind: 'row';
  isNot: boolean;
  condition: Condition;
}

export type Item = Group | Row;

/** @param segment `undefined`: everybody */
export function treeOf(segment: Segment | undefined): Group {
  if (segment === undefined) return { kind: 'group', join: 'all', items: [] };
  const item = itemOf(segment);
  return item.kind === 'group' ? item : { kind: 'group', join: 'all', items: [item] };
}

function itemOf(segment: Segment): Item {
  switch (segment.kind) {
    case 'and':
      return { kind: 'group', join: 'all', items: segment.parts.map(itemOf) };
    case 'or':
      return { kind: 'group', join: 'any', items: segment.parts.map(itemOf) };
    case 'not': {
      const inner = itemOf(segment.part);
      if (inner.kind === 'row' && !inner.isNot) return { ...inner, isNot: true };
      if (inner.kind === 'group' && inner.join === 'any') return { ...inner, join: 'none' };
      return { kind: 'group', join: 'none', items: [inner] };
    }
    default:
      return { kind: 'row', isNot: false, condition: segment };
  }
}

/** @returns `undefined` when nothing of it is complete */
export function segmentOf(item: Item): Segment | undefined {
  if (item.kind === 'row') {
    if (!isComplete(item.condition)) return undefined;
    return item.isNot ? { kind: 'not', part: item.condition } : item.condition;
  }
  const parts = item.items.map(segmentOf).filter((part) => part !== undefined);
  const [only] = parts;
  if (only === undefined) return undefined;
  const joined: Segment =
    parts.length === 1 ? only : { kind: item.join === 'all' ? 'and' : 'or', parts };
  return item.join === 'none' ? { kind: 'not', part: joined } : joined;
}

function isComplete(condition: Condition): boolean {
  switch (condition.kind) {
    case 'tag':
    case 'field':
      return condition.value !== '';
    case 'param':
      return condition.name !== '' && condition.value !== '';
    case 'hasParam':
      return condition.name !== '';
    case 'tags':
    case 'time':
    case 'has':
    case 'blocked':
      return true;
  }
}
