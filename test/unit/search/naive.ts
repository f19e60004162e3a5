import type {
  Comparison,
  Condition,
  Segment,
  TagCondition,
  Vocabulary,
  When,
} from '../../../src/search/segment.ts';

/** Returns whether a customer matches a segment. Slow and simple, so that the tests can compare the index with it. */
export function isTrue(
  segment: Segment,
  record: unknown,
  vocabulary: Vocabulary,
  now: number,
): boolean {
  switch (segment.kind) {
    case 'and':
      return segment.parts.every((part) => isTrue(part, record, vocabulary, now));
    case 'or':
      return segment.parts.some((part) => isTrue(part, record, vocabulary, now));
    case 'not':
      return !isTrue(segment.part, record, vocabulary, now);
    default:
      return isMet(segment, record, vocabulary, now);
  }
}

/** Words that the UI shows for codes. A search finds these words and the codes. */
export const WORDS = {
  status: ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'],
  male: 'Male',
  female: 'Female',
};

type Loose = Record<string, unknown>;

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Loose)[name] : undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function listOf(record: unknown, name: string): readonly unknown[] {
  const value = memberOf(record, name);
  return Array.isArray(value) ? value : [];
}

function isMet(
  condition: Condition,
  record: unknown,
  vocabulary: Vocabulary,
  now: number,
): boolean {
  switch (condition.kind) {
    // Uses of saved segments are replaced by their texts before a segment is evaluated.
    case 'segment':
      return false;
    case 'text':
      return textsOf(record).some((text) =>
        text.toLowerCase().includes(condition.text.toLowerCase()),
      );
    case 'tag':
      return tagsOf(record).some((tag) => isTag(condition, tag, vocabulary, now));
    case 'tags': {
      const keys = tagsOf(record).map(
        (tag) => textOf(memberOf(tag, 'id')) || textOf(memberOf(tag, 'name')),
      );
      return compares(condition.comparison, new Set(keys).size, condition.number);
    }
    case 'field': {
      const name = condition.field === 'page' ? 'pageId' : condition.field;
      const value = textOf(memberOf(record, name));
      const isEqual =
        value !== '' && acceptedValues(condition.field, condition.value).includes(value);
      return isEqual === (condition.comparison === '=');
    }
    case 'blocked':
      return [4, '4', 'blocked', 5, '5', 'blocked bot'].includes(
        memberOf(record, 'status') as string | number,
      );
    case 'time':
      return isWhen(
        condition.when,
        memberOf(record, condition.field === 'active' ? 'lastActive' : 'created'),
        now,
      );
    case 'has':
      return (
        textOf(memberOf(record, condition.field === 'page' ? 'pageId' : condition.field)) !== ''
      );
    case 'hasParam':
      return valuesOf(record, condition.name).some((value) => value !== '');
    case 'param': {
      const values = valuesOf(record, condition.name);
      if (condition.comparison === '=') return values.includes(condition.value);
      if (condition.comparison === '!=') return !values.includes(condition.value);
      return values.some((value) =>
        compares(condition.comparison, number(value), number(condition.value)),
      );
    }
  }
}

/** Returns the searchable texts of a record: what users see, and other values of the service. */
function textsOf(record: unknown): readonly string[] {
  const times = ['created', 'lastActive'].map((name) => memberOf(record, name));
  const days = times.map((time) => (typeof time === 'number' ? dayOf(time) : ''));
  const [status, gender] = [memberOf(record, 'status'), memberOf(record, 'gender')];
  const statusWord = typeof status === 'number' ? WORDS.status[status - 1] : undefined;
  const genderWord = gender === '男' ? WORDS.male : gender === '女' ? WORDS.female : undefined;
  const platform = memberOf(record, 'platform') === 'FB' ? 'Facebook' : '';
  return [...leavesOf(record), ...days, statusWord ?? '', genderWord ?? '', platform];
}

function dayOf(time: number): string {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((value) => String(value).padStart(2, '0')).join('-');
}

/** Returns all values as texts, except pictures and numbers that are times or counts. `name` is the field of `value`. */
function leavesOf(value: unknown, name = ''): readonly string[] {
  if (name === 'pic') return [];
  if (Array.isArray(value)) return value.flatMap((entry) => leavesOf(entry));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => leavesOf(member, key));
  }
  if (typeof value === 'string') return [value];
  const isUnread = ['created', 'lastActive', 'timestamp', 'count'].includes(name);
  return typeof value === 'boolean' || (typeof value === 'number' && !isUnread)
    ? [String(value)]
    : [];
}

function tagsOf(record: unknown): readonly unknown[] {
  return listOf(record, 'tags').filter(
    (tag) => textOf(memberOf(tag, 'id')) + textOf(memberOf(tag, 'name')) !== '',
  );
}

function valuesOf(record: unknown, name: string): readonly string[] {
  return listOf(record, 'params')
    .filter((param) => textOf(memberOf(param, 'name')) === name)
    .map((param) => textOf(memberOf(param, 'value')));
}

function isTag(
  condition: TagCondition,
  tag: unknown,
  vocabulary: Vocabulary,
  now: number,
): boolean {
  const [id, name] = [textOf(memberOf(tag, 'id')), textOf(memberOf(tag, 'name'))];
  const { applied, count } = condition;
  if (applied !== undefined && !isWhen(applied, memberOf(tag, 'timestamp'), now)) return false;
  const countValue = memberOf(tag, 'count');
  const tagCount = typeof countValue === 'number' ? countValue : Number.NaN;
  if (count !== undefined && !compares(count.comparison, tagCount, count.number)) return false;
  const listed = vocabulary.tags.filter((tag) => tag.id === id);
  switch (condition.by) {
    case 'tag':
      return name === condition.value || listed.some((tag) => tag.name === condition.value);
    case 'tagid':
      return (id || name) === condition.value;
    case 'folderid':
      return listed.some(({ folder }) =>
        foldersAbove(folder, vocabulary).includes(condition.value),
      );
    case 'folder': {
      const named = vocabulary.folders.filter((folder) => folder.name === condition.value);
      return listed.some(({ folder }) =>
        foldersAbove(folder, vocabulary).some((ancestor) =>
          named.some((namedFolder) => namedFolder.id === ancestor),
        ),
      );
    }
  }
}

/** Returns a folder and all folders that contain it. */
function foldersAbove(
  folder: string | null,
  vocabulary: Vocabulary,
  seen: string[] = [],
): string[] {
  if (folder === null || seen.includes(folder)) return seen;
  seen.push(folder);
  for (const { id, parent } of vocabulary.folders)
    if (id === folder) foldersAbove(parent, vocabulary, seen);
  return seen;
}

function acceptedValues(field: string, value: string): readonly string[] {
  const words: Record<string, Record<string, string>> = {
    status: {
      running: '1',
      paused: '2',
      stopped: '3',
      blocked: '4',
      'blocked bot': '5',
      blocking: '5',
      'blocked the bot': '5',
    },
    platform: { line: 'LINE', fb: 'FB', facebook: 'FB' },
    gender: { male: '男', female: '女' },
    page: {},
  };
  const namedValue = Object.entries(words[field] ?? {}).find(
    ([word]) => word === value.toLowerCase(),
  );
  return namedValue === undefined ? [value] : [value, namedValue[1]];
}

function number(value: string): number {
  const isNumber = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value);
  return isNumber && Math.abs(Number(value)) < Infinity ? Number(value) : Number.NaN;
}

function compares(comparison: Comparison, value: number, limit: number): boolean {
  switch (comparison) {
    case '=':
      return value === limit;
    case '!=':
      return value !== limit;
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
  }
}

function isWhen({ comparison, operand }: When, time: unknown, now: number): boolean {
  if (typeof time !== 'number') return comparison === '!=';
  if (operand.kind === 'age') {
    const hours = { h: 1, d: 24, w: 168 }[operand.unit] * operand.amount;
    return compares(comparison, now - time, hours * 3_600_000);
  }
  const [start, next] = operand.kind === 'day' ? dayAround(operand.day) : timeAround(operand.time);
  const isThatDay = time >= start && time < next;
  switch (comparison) {
    case '=':
      return isThatDay;
    case '!=':
      return !isThatDay;
    case '<':
      return time < start;
    case '<=':
      return time < next;
    case '>':
      return time >= next;
    case '>=':
      return time >= start;
  }
}

function dayAround(day: string): readonly [number, number] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return [new Date(year, month - 1, date).getTime(), new Date(year, month - 1, date + 1).getTime()];
}

/** Returns the range of a time: a minute, a second or a millisecond. */
function timeAround(time: string): readonly [number, number] {
  const start = new Date(time).getTime();
  const length = time.replace('Z', '').length;
  return [start, start + (length === 16 ? 60_000 : length === 19 ? 1000 : 1)];
}
