import { isListField, type ListField } from '../../base/customerFields.ts';
import { ExportError } from '../../base/exportErrors.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import type { RecordPage } from '../../base/model.ts';
import { eachRecord } from './pageEncoder.ts';
import { type ListEntry, shownText, type ShowValue, TableRow } from './tableRow.ts';
import { duplicatesIn } from '../../base/text.ts';

/** Maximum number of columns: more than most spreadsheets and databases handle well. */
const MAX_COLUMNS = 8000;

/** Column names of a list field. Each tag or parameter in the list of a record is an entry. */
interface ListKind {
  readonly prefix: string;
  /** Name of the member that identifies an entry. Entries with the same value in this member share their columns. */
  readonly idMember: string;
  /** Columns of an entry: the member whose value is shown, and the suffix of the column's name. */
  readonly columns: readonly (readonly [member: string, suffix: string])[];
}

const KIND_OF_FIELD: Readonly<Record<ListField, ListKind>> = {
  tags: {
    prefix: 'tag',
    idMember: 'id',
    columns: [
      ['timestamp', ''],
      ['count', ' count'],
    ],
  },
  params: {
    prefix: 'param',
    idMember: 'name',
    columns: [
      ['value', ''],
      ['timestamp', ' time'],
    ],
  },
};

interface ExportedList {
  readonly field: ListField;
  readonly kind: ListKind;
  /** Value of the identifying member → name of the first entry with this value. */
  readonly names: Map<string, string>;
}

/** Two columns for each tag and each parameter that occurs in any record, in the order of the first occurrence. */
export class ListColumns {
  readonly #file: string;
  readonly #lists: ReadonlyMap<ExportField, ExportedList>;

  constructor(exportedFields: readonly ExportField[], file: string) {
    this.#lists = new Map(
      exportedFields.filter(isListField).map((field) => {
        return [field, { field, kind: KIND_OF_FIELD[field], names: new Map() }];
      }),
    );
    this.#file = file;
  }

  /** @throws {ExportError} if there are too many columns */
  async collect({ body, records }: RecordPage): Promise<void> {
    await eachRecord(records, (record) => {
      const row = new TableRow(body, record);
      for (const list of this.#lists.values()) collectNames(row, list);
    });
    const count = [...this.#lists.values()].reduce((sum, { names }) => sum + names.size, 0);
    // Each tag and each parameter has two columns.
    if (count * 2 > MAX_COLUMNS) {
      throw new ExportError({ kind: 'too-many-columns', limit: MAX_COLUMNS / 2 }, this.#file);
    }
  }

  /** Returns `undefined` if the field is one column with its own name. */
  groups(field: ExportField): readonly ColumnGroup[] | undefined {
    const list = this.#lists.get(field);
    if (list === undefined) return undefined;
    const { kind, names } = list;
    return [...names].map(([identity, name]) => {
      const title = `${kind.prefix}:${name}`;
      return {
        names: kind.columns.map(([, suffix]) => `${title}${suffix}`),
        longNames: kind.columns.map(([, suffix]) => `${title} [${identity}]${suffix}`),
      };
    });
  }

  /** A list that the columns cannot show completely is also added to the `other` cell of the row. */
  cells(row: TableRow, field: ExportField, show: ShowValue): readonly string[] | undefined {
    const list = this.#lists.get(field);
    if (list === undefined) return undefined;
    const { kind, names } = list;
    const entries = row.list(list.field);
    const byIdentity = new Map((entries ?? []).map((entry) => [identityOf(entry, kind), entry]));
    const fitsColumns =
      entries !== undefined &&
      byIdentity.size === entries.length &&
      entries.every((entry) => fits(entry, kind, names));
    if (!fitsColumns) row.addToOther(field);
    return [...names.keys()].flatMap((identity) =>
      kind.columns.map(([member]) => show(member, byIdentity.get(identity)?.get(member) ?? 'null')),
    );
  }
}

/** Adds the name of each entry of the row whose identifying value is new. */
function collectNames(row: TableRow, { field, kind, names }: ExportedList): void {
  for (const entry of row.list(field) ?? []) {
    const identity = identityOf(entry, kind);
    const name = entry.get('name');
    if (identity === undefined || names.has(identity)) continue;
    names.set(identity, name === undefined ? identity : shownText(name));
  }
}

function identityOf(entry: ListEntry, { idMember }: ListKind): string | undefined {
  const json = entry.get(idMember);
  return json?.startsWith('"') === true ? shownText(json) : undefined;
}

/** Returns whether the columns show all members of the entry, and the headings show its name. */
function fits(entry: ListEntry, kind: ListKind, names: ReadonlyMap<string, string>): boolean {
  const identity = identityOf(entry, kind);
  const name = entry.get('name');
  if (identity === undefined || name === undefined) return false;
  const shownMembers = new Set([kind.idMember, 'name', ...kind.columns.map(([member]) => member)]);
  return (
    [...entry.keys()].every((key) => shownMembers.has(key)) &&
    names.get(identity) === shownText(name)
  );
}

/** Names of the columns of one entry. The long names, which contain the identifying value, are for conflicts. */
interface ColumnGroup {
  readonly names: readonly string[];
  readonly longNames: readonly string[];
}

/** A group uses its long names if one of its normal names is not unique. */
export function uniqueNames(groups: readonly ColumnGroup[]): readonly string[] {
  const longGroups = new Set<ColumnGroup>();
  const namesOf = (group: ColumnGroup): readonly string[] =>
    longGroups.has(group) ? group.longNames : group.names;
  for (;;) {
    const duplicates = duplicatesIn(groups.flatMap(namesOf));
    const conflicting = groups.filter(
      (group) => !longGroups.has(group) && group.names.some((name) => duplicates.has(name)),
    );
    if (conflicting.length === 0) break;
    for (const group of conflicting) longGroups.add(group);
  }
  return numberDuplicates(groups.flatMap(namesOf));
}

/** Adds numbers to names that are still equal: a name chosen by a user may itself contain brackets. */
function numberDuplicates(names: readonly string[]): readonly string[] {
  const originalNames = new Set(names);
  const usedNames = new Set<string>();
  // Next number to try per name, because thousands of columns may have the same name.
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    for (let count = nextNumbers.get(name) ?? 2; usedNames.has(unique); count++) {
      const candidate = `${name} (${count})`;
      // Without a new name, `unique` is still a used one, so the loop continues.
      if (!originalNames.has(candidate)) unique = candidate;
      nextNumbers.set(name, count + 1);
    }
    usedNames.add(unique);
    return unique;
  });
}
