import fc from 'fast-check';
import type { Comparison, Condition, Segment, When } from '../../../src/search/segment.ts';

/** Names that are easily misread: keywords, quotes, spaces, other scripts. */
export const ODD_NAMES = [
  ...['VIP', 'vip', 'Spring sale', 'and', 'NOT', 'or', 'blocked', '', ' ', '(', 'a)b', 'tag:x'],
  ...[
    'a"b',
    'a\\b',
    '\\"',
    'a\\',
    '台北',
    '　',
    '（全形）',
    '👩‍👩‍👧',
    '\ud800',
    'é',
    'İ',
    'x!',
    'x!=',
    '50%<',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '2024',
    '30d',
    'a.b',
    'a:b',
    '\n',
    '\u0000',
    '-',
    "'",
  ],
];

const COMPARISONS: readonly Comparison[] = ['=', '!=', '<', '<=', '>', '>='];

export const anyComparison = fc.constantFrom(...COMPARISONS);
export const anyOrder = fc.constantFrom<Comparison>('<', '<=', '>', '>=');
export const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_NAMES) },
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 8 }),
);

/** Generates words that are easily mistaken for conditions. */
const anyWord = fc.oneof(
  anyName,
  fc.constantFrom(
    ...['status', 'has', 'HAS', 'blocked', 'Active', 'tags', 'count', 'applied', 'param', 'email'],
    ...['param.x', 'tag:', 'tga:x', 'a:', '12:30', 'https://a.example', 'tag', 'folder', 'first'],
  ),
);

const anyAge: fc.Arbitrary<When> = fc.record({
  comparison: anyOrder,
  operand: fc.record({
    kind: fc.constant('age' as const),
    amount: fc.nat({ max: 999_999 }),
    unit: fc.constantFrom('h' as const, 'd' as const, 'w' as const),
  }),
});

const anyDay = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Generates operands with times of these days, with different precisions. */
function timesOf(day: fc.Arbitrary<string>) {
  const time = fc.constantFrom('09:30', '00:00:00', '12:30:59', '12:29:00.001', '23:59:59.999');
  return fc.tuple(day, time, fc.constantFrom('', 'Z')).map(([date, clock, zone]) => {
    return { kind: 'time' as const, time: `${date}T${clock}${zone}` };
  });
}

/**
 * Generates conditions on a time.
 * @param day `YYYY-MM-DD`
 */
export function anyWhen(day: fc.Arbitrary<string> = anyDay, age = anyAge): fc.Arbitrary<When> {
  const operand = day.map((date) => {
    return { kind: 'day' as const, day: date };
  });
  return fc.oneof(
    age,
    fc.record({ comparison: anyComparison, operand: fc.oneof(operand, timesOf(day)) }),
  );
}

/**
 * Generates segments as the parser creates them: no group is directly in a group of the same kind, and each group has
 * at least two parts.
 */
export function segmentsOf(condition: fc.Arbitrary<Condition>, depth = 4): fc.Arbitrary<Segment> {
  const { segment } = fc.letrec<{ segment: Segment }>((tie) => {
    const parts = fc.array(tie('segment'), { minLength: 2, maxLength: 4 });
    const group = (kind: 'and' | 'or') =>
      parts.map((segments): Segment => {
        return {
          kind,
          parts: segments.flatMap((part) => (part.kind === kind ? part.parts : [part])),
        };
      });
    return {
      segment: fc.oneof(
        { maxDepth: depth, depthIdentifier: 'segment' },
        condition,
        group('and'),
        group('or'),
        tie('segment').map((part): Segment => {
          return { kind: 'not', part };
        }),
      ),
    };
  });
  return segment;
}

const anyCount = fc.nat({ max: 999_999_999 });

export const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text: anyWord }),
  fc.record(
    {
      kind: fc.constant('tag' as const),
      by: fc.constantFrom('tag' as const, 'tagid' as const, 'folder' as const, 'folderid' as const),
      value: anyName,
      applied: anyWhen(),
      count: fc.record({ comparison: anyComparison, number: anyCount }),
    },
    { requiredKeys: ['kind', 'by', 'value'] },
  ),
  fc.record({ kind: fc.constant('tags' as const), comparison: anyComparison, number: anyCount }),
  fc.record({
    kind: fc.constant('field' as const),
    field: fc.constantFrom(
      'status' as const,
      'platform' as const,
      'page' as const,
      'gender' as const,
    ),
    comparison: fc.constantFrom('=' as const, '!=' as const),
    value: fc.oneof(anyName, fc.constantFrom('running', 'Blocked', '9', 'LINE', 'fb')),
  }),
  fc.record({
    kind: fc.constant('time' as const),
    field: fc.constantFrom('active' as const, 'first' as const),
    when: anyWhen(),
  }),
  fc.record({
    kind: fc.constant('param' as const),
    name: anyName,
    comparison: fc.constantFrom('=' as const, '!=' as const),
    value: anyName,
  }),
  fc.record({
    kind: fc.constant('param' as const),
    name: anyName,
    comparison: anyOrder,
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  }),
  fc.record({
    kind: fc.constant('has' as const),
    field: fc.constantFrom(
      ...(['email', 'phone', 'status', 'platform', 'page', 'gender'] as const),
    ),
  }),
  fc.record({ kind: fc.constant('hasParam' as const), name: anyName }),
  fc.record({ kind: fc.constant('segment' as const), name: anyName }),
  fc.constant({ kind: 'blocked' as const }),
);
