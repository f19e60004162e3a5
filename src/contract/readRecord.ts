import { readTag } from '../core/customers/readTag.ts';
import type {
  CustomerRecord,
  ExpectedKind,
  FieldProblem,
  FoundKind,
  RecordProblems,
} from '../core/model.ts';

/** What the contract says of a field. */
interface Field {
  readonly expected: ExpectedKind;
  /** It may be absent or null. */
  readonly isOptional?: true;
  /** An empty text is none. */
  readonly isFilled?: true;
  /** Of the entries of a list. */
  readonly entry?: readonly (readonly [name: string, field: Field])[];
}

type Fields = Readonly<Record<string, unknown>>;
type Name = keyof CustomerRecord;

const text: Field = { expected: 'text' };
const filled: Field = { expected: 'text', isFilled: true };
const number: Field = { expected: 'number' };
const optional: Field = { expected: 'text', isOptional: true };

/** Contract, section 2.4. */
const fields: Readonly<Record<Name, Field>> = {
  ...{ id: text, name: text, platform: text, pageId: text },
  ...{ status: number, created: number, lastActive: number, pic: optional },
  tags: listOf({ id: filled, name: text, timestamp: number, count: number }),
  params: listOf({ name: text, value: text, timestamp: number }),
  ...{ email: optional, gender: optional, birthday: optional, phone: optional, extId: optional },
};
const entries = Object.entries(fields) as readonly (readonly [Name, Field])[];

/**
 * Reads a record field by field: what is not as the contract has it is named, and all else can be used.
 * `isCustomer` tells faster that there is nothing to be named.
 */
export function readRecord(record: unknown): RecordProblems {
  if (!isObject(record)) {
    const found = foundIn(record, { expected: 'object' });
    const problem: FieldProblem = {
      field: undefined,
      place: '',
      expected: 'object',
      found,
      more: 0,
    };
    return { customer: undefined, fields: [problem] };
  }
  const customer: Partial<Record<Name, unknown>> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of entries) {
    const value = record[name];
    const problem = problemOf(name, field, value);
    if (problem !== undefined) problems.push(problem);
    const read = problem === undefined ? value : readableIn(name, value);
    if (read !== undefined) customer[name] = read;
  }
  return { customer: customer as RecordProblems['customer'], fields: problems };
}

/** One problem for each field, however long the list that it is. */
function problemOf(name: Name, field: Field, value: unknown): FieldProblem | undefined {
  const { expected, entry } = field;
  if (!isRight(value, field)) {
    return { field: name, place: name, expected, found: foundIn(value, field), more: 0 };
  }
  if (entry === undefined || !Array.isArray(value)) return undefined;
  let first: FieldProblem | undefined;
  let count = 0;
  for (let index = 0; index < value.length; index++) {
    for (const [place, part, wrong] of wrongIn(value[index], entry)) {
      count++;
      const found = foundIn(wrong, part);
      first ??= {
        ...{ field: name, place: `${name}[${index}]${place}`, expected: part.expected, found },
        more: 0,
      };
    }
  }
  return first && { ...first, more: count - 1 };
}

function wrongIn(
  value: unknown,
  entry: NonNullable<Field['entry']>,
): readonly (readonly [place: string, field: Field, value: unknown])[] {
  if (!isObject(value)) return [['', { expected: 'object' }, value]];
  return entry.flatMap(([name, field]) =>
    isRight(value[name], field) ? [] : [[`.${name}`, field, value[name]] as const],
  );
}

function isRight(value: unknown, { expected, isOptional, isFilled }: Field): boolean {
  if (isOptional && (value === undefined || value === null)) return true;
  switch (expected) {
    case 'text':
      return typeof value === 'string' && !(isFilled && value === '');
    case 'number':
      return Number.isFinite(value);
    case 'list':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
  }
}

function foundIn(value: unknown, { expected }: Field): FoundKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  switch (typeof value) {
    case 'string':
      return expected === 'text' ? 'empty' : 'text';
    case 'number':
      return expected === 'number' ? 'too-large' : 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'object';
  }
}

/** What can be read of a field that is not as it should be: of the tags, those that are. */
function readableIn(name: Name, value: unknown): unknown {
  if (name !== 'tags' || !Array.isArray(value)) return undefined;
  return value.flatMap((entry) => readTag(entry) ?? []);
}

function listOf(entry: Readonly<Record<string, Field>>): Field {
  return { expected: 'list', entry: Object.entries(entry) };
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
