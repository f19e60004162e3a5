import type { ItemLine, Placed, PlanAction } from '../base/plan.ts';
import { readList } from './readList.ts';
import { readObject, requireFields, type Fields } from './readObject.ts';
import type { Tokens } from './tokens.ts';
import { idValue, stringValue, wholeValue, wordValue } from './values.ts';

interface ItemFields extends ItemLine {
  readonly do: PlanAction;
  readonly customers: number;
}

const ITEM_FIELDS: Fields<ItemFields> = {
  do: (tokens) => wordValue(tokens, ['delete']),
  id: idValue,
  name: stringValue,
  customers: (tokens) => wholeValue(tokens, 0, Number.MAX_SAFE_INTEGER),
};

export function readItems(
  tokens: Tokens,
): Generator<undefined, readonly (ItemLine & Placed)[], undefined> {
  const ids = new Set<string>();
  return readList(tokens, () => {
    const read = readObject(tokens, ITEM_FIELDS);
    if (read === undefined) return undefined;
    requireFields(tokens, read, ['do', 'id', 'name']);
    const { id, name, customers } = read.values;
    if (id === undefined || name === undefined) return undefined;
    if (ids.has(id)) tokens.problem('twice', read.spot, id);
    ids.add(id);
    return { id, name, customers, line: read.spot.line };
  });
}
