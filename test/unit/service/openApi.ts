import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type {
  HttpAnswer,
  HttpRequest,
  Transport,
} from '../../../src/service/transport/transport.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required: boolean;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: object;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface LocatedOperation {
  readonly operation: Operation;
  /** JSON pointer to the operation in the document. */
  readonly pointer: string;
}

const root = join(import.meta.dirname, '../../..');
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
ajv.addSchema(document, 'openapi');
/** Query parameters are strings, so types are coerced. */
const queryAjv = new Ajv2020({ strict: false, coerceTypes: true });
queryAjv.addSchema(document, 'openapi');

const bodyValidatorAt = compiledOnce((pointer) => ajv.compile({ $ref: `openapi#${pointer}` }));
/** Validates an object whose `value` is the string of a parameter. */
const queryValidatorAt = compiledOnce((pointer) =>
  queryAjv.compile({ properties: { value: { $ref: `openapi#${pointer}` } } }),
);

/** Operations of `docs/openapi.json`: name, method and path. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
  })),
);

/**
 * Checks a request against `docs/openapi.json`.
 * @throws {AssertionError} if they differ
 */
export function assertRequest({ method, path, headers, body }: HttpRequest): void {
  const [before = '', search = ''] = path.split('?', 2);
  const { operation, pointer } = operationAt(method, before);
  assert.equal(headers['content-type'], 'application/json');
  assert.match(headers['authorization'] ?? '', /^Bearer \S+$/);
  const query = new URLSearchParams(search);
  const parameters = operation.parameters ?? [];
  for (const [index, { name, in: where, required }] of parameters.entries()) {
    if (where === 'path') continue;
    const values = query.getAll(name);
    assert.ok(values.length <= 1 && (values.length === 1 || !required), `${name} in ${path}`);
    const isValid = queryValidatorAt(`${pointer}/parameters/${index}/schema`);
    if (values.length === 1) assert.ok(isValid({ value: values[0] }), `${name} in ${path}`);
  }
  const names = parameters.map(({ name }) => name);
  assert.deepEqual(
    [...query.keys()].filter((name) => !names.includes(name)),
    [],
  );
  if (operation.requestBody === undefined) assert.equal(body, undefined);
  else assertAs(`${pointer}/requestBody/content/application~1json/schema`, body ?? '');
}

/**
 * Checks the answer to a request against `docs/openapi.json`.
 * @throws {AssertionError} if they differ
 */
function assertAnswer({ method, path }: HttpRequest, answer: HttpAnswer): void {
  const { pointer } = operationAt(method, path.split('?', 1)[0] ?? '');
  const status = answer.httpStatus === 200 ? '200' : 'default';
  assert.match(answer.contentType, /^application\/json\b/);
  const schema = `${pointer}/responses/${status}/content/application~1json/schema`;
  assertAs(schema, Buffer.from(answer.body).toString());
}

/**
 * Returns a transport that checks requests against `docs/openapi.json`.
 * @param violations receives the violations
 * @param options `checksAnswers`: whether answers are also checked
 */
export function conforming(
  transport: Transport,
  violations: string[],
  { checksAnswers = false }: { readonly checksAnswers?: boolean } = {},
): Transport {
  const recordFailure = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      violations.push(String(error));
    }
  };
  return {
    send: async (request) => {
      recordFailure(() => assertRequest(request));
      const answer = await transport.send(request);
      if (checksAnswers) recordFailure(() => assertAnswer(request, answer));
      return answer;
    },
    close: () => transport.close(),
  };
}

function operationAt(method: string, path: string): LocatedOperation {
  // A base URL may have its own path.
  const apiPath = path.replace(/^.*?(?=\/v1\/api\/)/, '');
  const pattern = apiPath.replace(/^(\/v1\/api\/tag\/)(?!autogen$)[^/]+$/, '$1{tagId}');
  const key = pattern.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');
  const operation = document.paths[pattern]?.[method.toLowerCase()];
  assert.ok(operation, `${method} ${path} is not in docs/openapi.json`);
  return { operation, pointer: `/paths/${key}/${method.toLowerCase()}` };
}

function assertAs(pointer: string, text: string): void {
  const isValid = bodyValidatorAt(pointer);
  assert.ok(isValid(JSON.parse(text)), `${pointer}: ${ajv.errorsText(isValid.errors)}`);
}

/** Caches validators by JSON pointer, because some tests make tens of thousands of requests. */
function compiledOnce(compile: (pointer: string) => ValidateFunction): typeof compile {
  const compiled = new Map<string, ValidateFunction>();
  return (pointer) => {
    const validator = compiled.get(pointer) ?? compile(pointer);
    compiled.set(pointer, validator);
    return validator;
  };
}
