import type {
  Comparison,
  Condition,
  Segment,
  TagCondition,
  When,
} from '../../src/search/segment.ts';
import { recordTexts } from '../../src/search/words.ts';
import { NOW, VOCABULARY } from './segmentWorld.ts';

/** Hours per unit of an age. */
const HOURS = { h: 1, d: 24, w: 168 };

/** Returns the same condition for DuckDB, over the fields of records. */
export function sqlOf(segment: Segment): string {
  switch (segment.kind) {
    case 'and':
    case 'or':
      return `(${segment.parts.map(sqlOf).join(` ${segment.kind} `)})`;
    case 'not':
      return `(not ${sqlOf(segment.part)})`;
    default:
      return `coalesce(${conditionSql(segment)}, false)`;
  }
}

function conditionSql(condition: Condition): string {
  switch (condition.kind) {
    case 'segment':
    case 'text':
      throw new Error('DuckDB has no words of a whole record.');
    case 'tag':
      return tagSql(condition);
    case 'tags':
      return `len(tags) ${condition.comparison} ${condition.number}`;
    case 'field': {
      const column = condition.field === 'page' ? 'pageId' : condition.field;
      const isValue = `coalesce(${column}::varchar in (${list(recordTexts(condition.field, condition.value))}), false)`;
      return condition.comparison === '=' ? isValue : `not ${isValue}`;
    }
    case 'blocked':
      return 'status in (4, 5)';
    case 'time':
      return whenSql(condition.field === 'active' ? 'lastActive' : 'created', condition.when);
    case 'has':
      return `${condition.field} <> ''`;
    case 'hasParam':
      return anyEntry('params', `x.name = ${text(condition.name)} and x.value <> ''`);
    case 'param': {
      const { name, comparison, value } = condition;
      const isEqual = comparison === '=' || comparison === '!=';
      const compared = isEqual
        ? `x.value = ${text(value)}`
        : `try_cast(x.value as double) ${comparison} ${value}`;
      const isFound = anyEntry('params', `x.name = ${text(name)} and ${compared}`);
      return comparison === '!=' ? `not ${isFound}` : isFound;
    }
  }
}

/** Compares lists, which is many times faster in DuckDB than `in` for each tag. */
function tagSql({ by, value, applied, count }: TagCondition): string {
  const parts: string[] = [];
  if (applied !== undefined) parts.push(whenSql('x.timestamp', applied));
  if (count !== undefined) parts.push(`x.count ${count.comparison} ${count.number}`);
  const tags = parts.length === 0 ? 'tags' : `list_filter(tags, lambda x: ${parts.join(' and ')})`;
  const [field, tagValues] = tagsNamedBy(by, value);
  return `list_has_any(list_transform(${tags}, lambda x: x.${field}), [${list(tagValues)}])`;
}

/** Returns the tags that a condition names: by their name, their ID, or the IDs of the tags in a folder. */
function tagsNamedBy(by: TagCondition['by'], value: string): readonly ['id' | 'name', string[]] {
  if (by === 'tag') return ['name', [value]];
  if (by === 'tagid') return ['id', [value]];
  const folders = new Set(
    VOCABULARY.folders.flatMap(({ id, name }) =>
      (by === 'folder' ? name : id) === value ? [id] : [],
    ),
  );
  // Iterating over a set includes the folders added during the iteration.
  for (const parentId of folders) {
    for (const { id, parent } of VOCABULARY.folders) if (parent === parentId) folders.add(id);
  }
  const tags = VOCABULARY.tags.filter(({ folder }) => folders.has(folder ?? ''));
  return ['id', tags.map(({ id }) => id)];
}

function whenSql(column: string, { comparison, operand }: When): string {
  if (operand.kind === 'age') {
    return `${NOW} - ${column} ${comparison} ${operand.amount * HOURS[operand.unit] * 3_600_000}`;
  }
  if (operand.kind === 'time') throw new Error('The expressions have days and ages.');
  const [year = 0, month = 0, day = 0] = operand.day.split('-').map(Number);
  const [start, next] = [0, 1].map((addedDays) =>
    new Date(year, month - 1, day + addedDays).getTime(),
  );
  const sql: Readonly<Record<Comparison, string>> = {
    '=': `${column} >= ${start} and ${column} < ${next}`,
    '!=': `not (${column} >= ${start} and ${column} < ${next})`,
    '<': `${column} < ${start}`,
    '<=': `${column} < ${next}`,
    '>': `${column} >= ${next}`,
    '>=': `${column} >= ${start}`,
  };
  return sql[comparison];
}

function anyEntry(column: string, condition: string): string {
  return `len(list_filter(${column}, lambda x: ${condition})) > 0`;
}

function list(texts: readonly string[]): string {
  return texts.length === 0 ? 'null' : texts.map(text).join(', ');
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
