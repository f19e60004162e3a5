import { FIELD_NAMES, isListField, type ListField } from '../../base/customerFields.ts';
import { ExportError } from '../../base/exportErrors.ts';
import type { ExportField } from '../../base/exportPlan.ts';
import type { RecordPage } from '../../base/model.ts';
import { eachRecord } from './pageEncoder.ts';
import { type ListEntry, shownText, type ShowValue, TableRow } from './tableRow.ts';

/** More columns than any spreadsheet or database takes gladly. */
const MAX_COLUMNS = 8000;

interface Kind {
  readonly field: ListField;
  readonly prefix: string;
  /** By which member two entries are the same column. */
  readonly identity: string;
  /** What each of its columns shows; the name of the column ends so. */
  readonly parts: readonly (readonly [member: string, suffix: string])[];
}

const KINDS: Readonly<Record<ListField, Omit<Kind, 'field'>>> = {
  tags: {
    prefix: 'tag',
    identity: 'id',
    parts: [
      ['timestamp', ''],
      ['count', ' count'],
    ],
  },
  params: {
    prefix: 'param',
    identity: 'name',
    parts: [
      ['value', ''],
      ['timestamp', ' time'],
    ],
  },
};

const kinds: readonly Kind[] = FIELD_NAMES.filter(isListField).map((field) => ({
  field,
  ...KINDS[field],
}));

/** Two columns for each tag and each parameter that any of the records has, in the order in which they come first. */
export class ListColumns {
  readonly #file: string;
  /** Field → identity → the name that it came with first. */
  readonly #met = new Map<ExportField, Map<string, string>>(
    kinds.map(({ field }) => [field, new Map<string, string>()]),
  );
  readonly #kept: ReadonlySet<ExportField>;

  /** @param kept the fields that are exported */
  constructor(kept: readonly ExportField[], file: string) {
    this.#kept = new Set(kept);
    this.#file = file;
  }

  /** Takes down what a page has. Throws `ExportError` when that is too much. */
  async collect({ body, records }: RecordPage): Promise<void> {
    await eachRecord(records, (record) => {
      const table = new TableRow(body, record);
      for (const kind of kinds) if (this.#kept.has(kind.field)) this.#collect(table, kind);
    });
    const count = [...this.#met.values()].reduce((sum, { size }) => sum + size, 0);
    if (count * 2 > MAX_COLUMNS) {
      throw new ExportError({ kind: 'too-many-columns', limit: MAX_COLUMNS / 2 }, this.#file);
    }
  }

  /** The columns of each entry that a field has; `undefined`: one of its own name. */
  groups(field: ExportField): readonly ColumnGroup[] | undefined {
    const kind = kindOf(field);
    const met = this.#met.get(field);
    if (kind === undefined || met === undefined) return undefined;
    return [...met].map(([identity, name]) => {
      const title = `${kind.prefix}:${name}`;
      return {
        names: kind.parts.map(([, suffix]) => `${title}${suffix}`),
        longer: kind.parts.map(([, suffix]) => `${title} [${identity}]${suffix}`),
      };
    });
  }

  /** The cells of these columns. What does not fit goes to the row's `other`. */
  cells(table: TableRow, field: ExportField, show: ShowValue): readonly string[] | undefined {
    const kind = kindOf(field);
    const met = this.#met.get(field);
    if (kind === undefined || met === undefined) return undefined;
    const entries = table.list(kind.field);
    const byIdentity = new Map((entries ?? []).map((entry) => [identityOf(entry, kind), entry]));
    const isWhole =
      entries !== undefined &&
      byIdentity.size === entries.length &&
      entries.every((entry) => fits(entry, kind, met));
    if (!isWhole) table.moveToRest(field);
    return [...met.keys()].flatMap((identity) =>
      kind.parts.map(([member]) => show(member, byIdentity.get(identity)?.get(member) ?? 'null')),
    );
  }

  #collect(table: TableRow, kind: Kind): void {
    const met = this.#met.get(kind.field);
    for (const entry of table.list(kind.field) ?? []) {
      const identity = identityOf(entry, kind);
      const name = entry.get('name');
      if (identity === undefined || met?.has(identity) === true) continue;
      met?.set(identity, name === undefined ? identity : shownText(name));
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

/** Whether its columns say all that the entry says. */
function fits(entry: ListEntry, kind: Kind, met: ReadonlyMap<string, string>): boolean {
  const identity = identityOf(entry, kind);
  const name = entry.get('name');
  if (identity === undefined || name === undefined) return false;
  const shown = new Set([kind.identity, 'name', ...kind.parts.map(([member]) => member)]);
  return [...entry.keys()].every((key) => shown.has(key)) && met.get(identity) === shownText(name);
}

/** Columns that belong together, by the names that they should have and by longer ones that say more. */
interface ColumnGroup {
  readonly names: readonly string[];
  readonly longer: readonly string[];
}

/** A name for each column that no other one has: the longer ones for groups of which a name is another's too. */
export function uniqueNames(groups: readonly ColumnGroup[]): readonly string[] {
  const isLonger = new Set<ColumnGroup>();
  const namesOf = (group: ColumnGroup): readonly string[] =>
    isLonger.has(group) ? group.longer : group.names;
  for (;;) {
    const shared = sharedNames(groups.flatMap(namesOf));
    const found = groups.filter(
      (group) => !isLonger.has(group) && group.names.some((name) => shared.has(name)),
    );
    if (found.length === 0) break;
    for (const group of found) isLonger.add(group);
  }
  return numbered(groups.flatMap(namesOf));
}

function sharedNames(names: readonly string[]): ReadonlySet<string> {
  const met = new Set<string>();
  return new Set(names.filter((name) => met.has(name) || !met.add(name)));
}

/** Whoever makes up names with brackets can still make two that are alike. */
function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const given = new Set<string>();
  // From where on: thousands may have the same name.
  const next = new Map<string, number>();
  return names.map((name) => {
    let unique = name;
    for (let count = next.get(name) ?? 2; given.has(unique); count++) {
      const candidate = `${name} (${count})`;
      if (!taken.has(candidate)) unique = candidate;
      next.set(name, count + 1);
    }
    given.add(unique);
    return unique;
  });
}
