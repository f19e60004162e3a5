import { FIELD_NAMES, isListField, type ListField } from '../../base/customerFields.ts';
import { ExportError } from '../../base/exportErrors.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import type { RecordPage } from '../../base/model.ts';
import { eachRecord } from './pageEncoder.ts';
import { type ListEntry, shownText, type ShowValue, TableRow } from './tableRow.ts';
import { duplicatesIn } from '../../base/text.ts';

/** Maximum number of columns: more than most spreadsheets and databases handle well. */
const MAX_COLUMNS = 8000;

interface Kind {
  readonly field: ListField;
  readonly prefix: string;
  /** Member that identifies an entry. Entries with the same value share their columns. */
  readonly identity: string;
  /** Member shown in each column of an entry, and the suffix of the column's name. */
  readonly columns: readonly (readonly [member: string, suffix: string])[];
}

const KINDS: Readonly<Record<ListField, Omit<Kind, 'field'>>> = {
  tags: {
    prefix: 'tag',
    identity: 'id',
    columns: [
      ['timestamp', ''],
      ['count', ' count'],
    ],
  },
  params: {
    prefix: 'param',
    identity: 'name',
    columns: [
      ['value', ''],
      ['timestamp', ' time'],
    ],
  },
};

const kinds: readonly Kind[] = FIELD_NAMES.filter(isListField).map((field) => ({
  field,
  ...KINDS[field],
}));

/** Two columns for each tag and each parameter that occurs in any record, in the order of the first occurrence. */
export class ListColumns {
  readonly #file: string;
  /** Field → identity → first name of the entry with this identity. */
  readonly #found = new Map<ExportField, Map<string, string>>(
    kinds.map(({ field }) => [field, new Map<string, string>()]),
  );
  readonly #kept: ReadonlySet<ExportField>;

  /** @param kept exported fields */
  constructor(kept: readonly ExportField[], file: string) {
    this.#kept = new Set(kept);
    this.#file = file;
  }

  /**
   * Collects the tags and parameters of a page.
   * @throws {ExportError} if there are too many columns
   */
  async collect({ body, records }: RecordPage): Promise<void> {
    await eachRecord(records, (record) => {
      const table = new TableRow(body, record);
      for (const kind of kinds) if (this.#kept.has(kind.field)) this.#collect(table, kind);
    });
    const count = [...this.#found.values()].reduce((sum, { size }) => sum + size, 0);
    if (count * 2 > MAX_COLUMNS) {
      throw new ExportError({ kind: 'too-many-columns', limit: MAX_COLUMNS / 2 }, this.#file);
    }
  }

  /**
   * Returns the columns of each entry of a field.
   * @returns undefined if the field is one column with its own name
   */
  groups(field: ExportField): readonly ColumnGroup[] | undefined {
    const kind = kindOf(field);
    const found = this.#found.get(field);
    if (kind === undefined || found === undefined) return undefined;
    return [...found].map(([identity, name]) => {
      const title = `${kind.prefix}:${name}`;
      return {
        names: kind.columns.map(([, suffix]) => `${title}${suffix}`),
        longer: kind.columns.map(([, suffix]) => `${title} [${identity}]${suffix}`),
      };
    });
  }

  /** Returns the cells of these columns. A list that does not fit into them also goes to the row's `other` cell. */
  cells(table: TableRow, field: ExportField, show: ShowValue): readonly string[] | undefined {
    const kind = kindOf(field);
    const found = this.#found.get(field);
    if (kind === undefined || found === undefined) return undefined;
    const entries = table.list(kind.field);
    const byIdentity = new Map((entries ?? []).map((entry) => [identityOf(entry, kind), entry]));
    const isWhole =
      entries !== undefined &&
      byIdentity.size === entries.length &&
      entries.every((entry) => fits(entry, kind, found));
    if (!isWhole) table.moveToRest(field);
    return [...found.keys()].flatMap((identity) =>
      kind.columns.map(([member]) => show(member, byIdentity.get(identity)?.get(member) ?? 'null')),
    );
  }

  #collect(table: TableRow, kind: Kind): void {
    const found = this.#found.get(kind.field);
    for (const entry of table.list(kind.field) ?? []) {
      const identity = identityOf(entry, kind);
      const name = entry.get('name');
      if (identity === undefined || found?.has(identity) === true) continue;
      found?.set(identity, name === undefined ? identity : shownText(name));
    }
  }
}

function kindOf(field: ExportField): Kind | undefined {
  return kinds.find((kind) => kind.field === field);
}

function identityOf(entry: ListEntry, { identity }: Kind): string | undefined {
  const json = entry.get(identity);
  return json?.startsWith('"') === true ? shownText(json) : undefined;
}

/** Whether the columns can show the whole entry. */
function fits(entry: ListEntry, kind: Kind, names: ReadonlyMap<string, string>): boolean {
  const identity = identityOf(entry, kind);
  const name = entry.get('name');
  if (identity === undefined || name === undefined) return false;
  const shown = new Set([kind.identity, 'name', ...kind.columns.map(([member]) => member)]);
  return (
    [...entry.keys()].every((key) => shown.has(key)) && names.get(identity) === shownText(name)
  );
}

/** Columns of one entry, with their normal names and with longer names for the case of a conflict. */
interface ColumnGroup {
  readonly names: readonly string[];
  readonly longer: readonly string[];
}

/** Returns unique names for all columns. A group uses its longer names if one of its names is not unique. */
export function uniqueNames(groups: readonly ColumnGroup[]): readonly string[] {
  const lengthened = new Set<ColumnGroup>();
  const namesOf = (group: ColumnGroup): readonly string[] =>
    lengthened.has(group) ? group.longer : group.names;
  for (;;) {
    const shared = duplicatesIn(groups.flatMap(namesOf));
    const conflicting = groups.filter(
      (group) => !lengthened.has(group) && group.names.some((name) => shared.has(name)),
    );
    if (conflicting.length === 0) break;
    for (const group of conflicting) lengthened.add(group);
  }
  return numberDuplicates(groups.flatMap(namesOf));
}

/** Adds numbers to names that are still equal: a name chosen by a user may itself contain brackets. */
function numberDuplicates(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const assigned = new Set<string>();
  // Next number to try per name, because thousands of columns may have the same name.
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    for (let count = next.get(name) ?? 2; assigned.has(unique); count++) {
      const candidate = `${name} (${count})`;
      if (!taken.has(candidate)) unique = candidate;
      next.set(name, count + 1);
    }
    assigned.add(unique);
    return unique;
  });
}
