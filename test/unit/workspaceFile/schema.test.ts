import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import manifest from '../../../package.json' with { type: 'json' };
import { CATALOGUE_FILE } from '../../../src/catalogue/workspaceFile.ts';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, folder, changeWithBots, tag } from './content.ts';

const root = join(import.meta.dirname, '../../..');
const [validation] = manifest.contributes.jsonValidation;
const schema = JSON.parse(readFileSync(join(root, validation?.url ?? ''), 'utf8'));

/** Keywords that VS Code adds to JSON schema. */
const VSCODE_KEYWORDS = [
  ...['defaultSnippets', 'doNotSuggest', 'errorMessage', 'patternErrorMessage'],
  'allowTrailingCommas',
];
const ajv = new Ajv({ allErrors: true });
for (const keyword of VSCODE_KEYWORDS) ajv.addKeyword(keyword);
const validate = ajv.compile(schema);

function isValid(text: string): boolean {
  return validate(parse(text));
}

const fileWith = (members: string): string =>
  `{ "version": 1, "bots": [{ "baseUrl": "https://a.example", "botId": "b" ${members} }] }`;

describe('schema of workspace files', () => {
  it('is contributed for the file that the extension reads, as JSON with comments', () => {
    assert.equal(validation?.fileMatch, CATALOGUE_FILE);
    const [language] = manifest.contributes.languages;
    assert.deepEqual([language?.id, language?.filenames], ['jsonc', [CATALOGUE_FILE]]);
  });

  it('accepts what the extension writes', () => {
    const items = [folder('f', 'F', [folder('g', 'G', [tag('t')]), tag('x', 'X', 9)]), tag('茶')];
    const full = bot({
      environment: 'test',
      isReadOnly: true,
      items,
      unplaced: [tag('u'), folder('h', 'H')],
    });
    for (const text of [
      writeText('', changeWithBots()),
      writeText('', changeWithBots(full, bot({ botId: '2' }))),
    ]) {
      assert.ok(isValid(text), ajv.errorsText(validate.errors));
      assert.deepEqual(readText(text).problems, []);
    }
  });

  const validMembers = [
    '',
    ', "label": "L"',
    ', "environment": ""',
    ', "readOnly": true',
    ', "readOnly": false',
    ', "tags": { "t": { "name": "N" } }',
  ];
  for (const rest of validMembers) {
    it(`accepts ${fileWith(rest)}, as the extension does`, () => {
      assert.ok(isValid(fileWith(rest)), ajv.errorsText(validate.errors));
      assert.deepEqual(readText(fileWith(rest)).problems, []);
    });
  }

  const invalidTexts = [
    ...[
      '5',
      '{}',
      '{ "version": 2, "bots": [] }',
      '{ "version": 1 }',
      '{ "version": 1, "bots": {} }',
    ],
    '{ "version": 1, "bots": [{ "botId": "b" }] }',
    '{ "version": 1, "bots": [{ "baseUrl": "https://a.example", "botId": "" }] }',
    '{ "version": 1, "bots": [{ "baseUrl": "https://a.example" }] }',
    ...['ftp://a.example', 'a.example', 'https://u:p@a.example', 'https://a?b', 'https://a/#b'].map(
      (baseUrl) => `{ "version": 1, "bots": [{ "baseUrl": "${baseUrl}", "botId": "b" }] }`,
    ),
    ...[', "token": "secret"', ', "label": ""', ', "tags": []', ', "tags": { "t": "" }'].map(
      fileWith,
    ),
    ...[', "tags": { "t": 5 }', ', "tags": { "": "x" }', ', "folders": { "f": "F" }'].map(fileWith),
    ...[', "folders": { "f": {} }', ', "tags": { "t": { "name": "n", "type": 1 } }'].map(fileWith),
    fileWith(', "unplaced": []'),
  ];
  for (const text of invalidTexts) {
    it(`refuses ${text}, as the extension does`, () => {
      assert.equal(isValid(text), false);
      assert.notDeepEqual(readText(text).problems, []);
    });
  }

  it('warns of an unknown field, which the extension ignores', () => {
    assert.equal(isValid(fileWith(', "later": 1')), false);
    assert.deepEqual(readText(fileWith(', "later": 1')).problems, []);
  });

  it('describes every field', () => {
    const undescribed: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, field] of Object.entries(
        (value as { properties?: object }).properties ?? {},
      )) {
        const target = (field as { $ref?: string }).$ref?.split('/').at(-1) ?? '';
        const described = { ...schema.definitions[target], ...field };
        if (key !== '$schema' && described.description === undefined)
          undescribed.push(`${path}/${key}`);
      }
      for (const [key, child] of Object.entries(value)) visit(child, `${path}/${key}`);
    };
    visit(schema, '');
    assert.deepEqual(undescribed, []);
  });
});
