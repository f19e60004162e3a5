import fc from 'fast-check';
import { FIELD_NAMES } from '../../../src/base/customerFields.ts';

/** Generates characters with a special meaning in a CSV or a formula, and similar full-width characters. */
const specialCharacters = fc.constantFrom(
  ...['=', '+', '-', '@', "'", '＝', '＋', '－', '＠', '，', 'ａ', ',', ';', '"'],
);
const text = fc.oneof(
  fc.string({
    unit: fc.oneof(specialCharacters, fc.string({ unit: 'binary', maxLength: 1 })),
    maxLength: 6,
  }),
  fc.string({ unit: specialCharacters, maxLength: 3 }),
);
/** Generates the JSON of a text, with no, some or all characters escaped. */
const textJson = fc.tuple(text, fc.nat(2)).map(([value, spelling]) => {
  if (spelling === 0) return JSON.stringify(value);
  const units = Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  const escaped = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  return spelling === 1 ? `"${escaped}"` : JSON.stringify(value).replaceAll('/', '\\/');
});
const number = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '5',
    '-1.50',
    '1.7e+12',
    '1E400',
    '9000000000000000',
    '12345678901234567890.10',
  ),
  fc.integer({ min: 0, max: 2e12 }).map(String),
);
const space = fc.constantFrom('', '', '', ' ', '\t', '\n', '\r\n  ');
const value = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    ...[fc.constantFrom('null', 'true', 'false', '[]', '{}'), number, textJson],
    fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), space)
      .map(([values, gap]) => `[${gap}${values.join(`${gap},`)}${gap}]`),
    fc
      .array(fc.tuple(textJson, tie('value'), space), { maxLength: 3 })
      .map(
        (members) =>
          `{${members.map(([key, json, gap]) => `${key}${gap}:${gap}${json}`).join(',')}}`,
      ),
  ),
})).value;
const key = fc.oneof(
  { arbitrary: fc.constantFrom(...FIELD_NAMES).map((name) => JSON.stringify(name)), weight: 6 },
  fc.constantFrom('"n\\u0061me"', '"t\\u0061gs"', '"__proto__"', '"tag"', '"ids"', '"other"'),
  textJson,
);
/** Generates the JSON of a record, from usual to hostile. */
export const anyRecord = fc.oneof(
  {
    arbitrary: fc
      .array(fc.tuple(key, value, space), { maxLength: 8 })
      .map(
        (members) =>
          `{${members.map(([name, json, gap]) => `${gap}${name}${gap}:${gap}${json}`).join(',')}}`,
      ),
    weight: 8,
  },
  value,
);

const entryKey = fc.constantFrom(
  '"id"',
  '"name"',
  '"timestamp"',
  '"count"',
  '"value"',
  '"n\\u0061me"',
  '"more"',
);
const entry = fc
  .array(fc.tuple(entryKey, fc.oneof(textJson, number, value), space), { maxLength: 5 })
  .map(
    (members) => `{${members.map(([name, json, gap]) => `${name}${gap}:${json}${gap}`).join(',')}}`,
  );

/** Generates the JSON of a record with tags and parameters, whose entries have almost only expected members. */
export const anyListRecord = fc
  .tuple(fc.array(entry, { maxLength: 3 }), fc.array(fc.oneof(entry, value), { maxLength: 3 }))
  .map(([tags, params]) => `{"tags":[${tags.join(', ')}],"params":[${params.join(',')}]}`);
