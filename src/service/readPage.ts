import { readTag } from '../base/customer.ts';
import {
  type EntryOf,
  FIELD_NAMES,
  type FieldName,
  FIELDS,
  type ListField,
  type ScalarKind,
} from '../base/customerFields.ts';
import { isObject } from '../base/jsonValues.ts';
import type {
  CustomerPage,
  ExpectedKind,
  FieldProblem,
  FoundKind,
  RecordProblems,
} from '../base/model.ts';
import { type Answer, readAnswer } from './readAnswer.ts';
import { customerPage } from './wireFormat.ts';

/** Parses a page (docs/service-interface.md, section 2.5). Malformed records are kept and listed in `problems`. */
export function readPage(answer: Answer, secret: string): CustomerPage {
  const { records, next } = readAnswer('listCustomers', answer, customerPage, secret);
  const problems = new Map<number, RecordProblems>();
  for (const [index, record] of records.entries()) {
    if (!isCustomer(record)) problems.set(index, readRecord(record));
  }
  return { records, problems, next, body: answer.body };
}

/** Requirements of docs/service-interface.md for a value. */
interface Expected {
  readonly expected: ExpectedKind;
  /** Whether the value may be absent or null. */
  readonly isOptional: boolean;
  /** Whether a text must not be empty. */
  readonly isFilled: boolean;
}

interface Field extends Expected {
  /** Requirements for the fields of each entry of a list. */
  readonly entryFields: readonly (readonly [name: string, expected: Expected])[];
}

const KINDS: Readonly<Record<ScalarKind | 'list', ExpectedKind>> = {
  text: 'text',
  filled: 'text',
  number: 'number',
  time: 'number',
  list: 'list',
};
const OBJECT: Expected = { expected: 'object', isOptional: false, isFilled: false };

const fields = FIELD_NAMES.map((name) => [name, requirementsOf(name)] as const);

function requirementsOf(name: FieldName): Field {
  const field = FIELDS[name];
  const entryFields = field.kind === 'list' ? Object.entries(field.entry) : [];
  return {
    ...expectedOf(field.kind, field.isOptional),
    entryFields: entryFields.map(
      ([entryField, kind]) => [entryField, expectedOf(kind, false)] as const,
    ),
  };
}

function expectedOf(kind: ScalarKind | 'list', isOptional: boolean): Expected {
  return { expected: KINDS[kind], isOptional, isFilled: kind === 'filled' };
}

/** Reports fields that violate docs/service-interface.md. All others can be used. `isCustomer` is a faster check. */
export function readRecord(record: unknown): RecordProblems {
  if (!isObject(record)) {
    const problem: FieldProblem = {
      field: undefined,
      path: '',
      expected: 'object',
      found: foundIn(record, OBJECT),
      more: 0,
    };
    return { customer: undefined, fields: [problem] };
  }
  const customer: Partial<Record<FieldName, unknown>> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of fields) {
    const value = record[name];
    const problem = problemOf(name, field, value);
    if (problem !== undefined) problems.push(problem);
    const readableValue = problem === undefined ? value : readableIn(name, value);
    if (readableValue !== undefined) customer[name] = readableValue;
  }
  return { customer: customer as RecordProblems['customer'], fields: problems };
}

/** Returns at most one problem for a field, even for a long list. */
function problemOf(name: FieldName, field: Field, value: unknown): FieldProblem | undefined {
  const { expected, entryFields } = field;
  if (!isValid(value, field)) {
    return { field: name, path: name, expected, found: foundIn(value, field), more: 0 };
  }
  if (entryFields.length === 0 || !Array.isArray(value)) return undefined;
  let first: FieldProblem | undefined;
  let count = 0;
  for (let index = 0; index < value.length; index++) {
    for (const [path, requirement, invalidValue] of invalidPartsOf(value[index], entryFields)) {
      count++;
      const found = foundIn(invalidValue, requirement);
      first ??= {
        field: name,
        path: `${name}[${index}]${path}`,
        expected: requirement.expected,
        found,
        more: 0,
      };
    }
  }
  return first && { ...first, more: count - 1 };
}

/** Returns the fields of a list's entry that are not valid, or the entry itself if it is not an object. */
function invalidPartsOf(
  entry: unknown,
  entryFields: Field['entryFields'],
): readonly (readonly [path: string, expected: Expected, value: unknown])[] {
  if (!isObject(entry)) return [['', OBJECT, entry]];
  return entryFields.flatMap(([name, field]) =>
    isValid(entry[name], field) ? [] : [[`.${name}`, field, entry[name]] as const],
  );
}

function isValid(value: unknown, { expected, isOptional, isFilled }: Expected): boolean {
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

/** Returns what was found instead of the expected value. Called only for a value that is not valid. */
function foundIn(value: unknown, { expected }: Expected): FoundKind {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  // If the kind is as expected, the value is not valid for the only other reason: an empty text or an infinite number.
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

/** Returns the usable part of an invalid field: the valid tags of `tags`, otherwise `undefined`. */
function readableIn(name: FieldName, value: unknown): unknown {
  if (name !== 'tags' || !Array.isArray(value)) return undefined;
  return value.flatMap((entry) => readTag(entry) ?? []);
}

type EntryFieldName = { [Name in ListField]: keyof EntryOf<Name> }[ListField];
type Fields = Readonly<Record<FieldName | EntryFieldName, unknown>>;

/**
 * Returns whether `readRecord` would find no problem, in an eighth of the time that parsing the page takes. A loop over
 * `FIELDS` would take 50 % longer, so the fields are listed here. Tests check that both functions agree.
 */
export function isCustomer(value: unknown): boolean {
  if (!isFields(value)) return false;
  return (
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['platform'] === 'string' &&
    typeof value['pageId'] === 'string' &&
    Number.isFinite(value['status']) &&
    Number.isFinite(value['created']) &&
    Number.isFinite(value['lastActive']) &&
    isOptionalText(value['pic']) &&
    isOptionalText(value['email']) &&
    isOptionalText(value['gender']) &&
    isOptionalText(value['birthday']) &&
    isOptionalText(value['phone']) &&
    isOptionalText(value['extId']) &&
    isListOf(value['tags'], isTag) &&
    isListOf(value['params'], isParam)
  );
}

function isTag(value: unknown): boolean {
  return (
    isFields(value) &&
    typeof value['id'] === 'string' &&
    value['id'] !== '' &&
    typeof value['name'] === 'string' &&
    Number.isFinite(value['timestamp']) &&
    Number.isFinite(value['count'])
  );
}

function isParam(value: unknown): boolean {
  return (
    isFields(value) &&
    typeof value['name'] === 'string' &&
    typeof value['value'] === 'string' &&
    Number.isFinite(value['timestamp'])
  );
}

/** Returns whether the value is an object. Its type has only the known fields, so a misspelled name does not compile. */
function isFields(value: unknown): value is Fields {
  return isObject(value);
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

function isListOf(value: unknown, isMember: (member: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index++) if (!isMember(value[index])) return false;
  return true;
}
