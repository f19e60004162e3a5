import type * as z from '../base/zod.ts';
import { endpoints, type EndpointName } from '../base/endpoints.ts';
import { ServiceError, type ServiceProblem } from '../base/errors.ts';
import { isObject, jsonOf, parseJson } from '../base/jsonValues.ts';
import { createdIdFromJson, createdIdFromText } from './createdId.ts';
import { redactedStart } from './redact.ts';
import type { HttpAnswer } from './transport/transport.ts';

export type Answer = Pick<HttpAnswer, 'httpStatus' | 'contentType' | 'body' | 'broken'>;

/** Maximum length of the excerpt of an unexpected body, in characters. */
const EXCERPT_LENGTH = 200;

const utf8 = new TextDecoder();

/**
 * Returns the `res` of a success. The body decides, not the HTTP status: `errorCode` or `errorMessage` make it a
 * failure; `status` 200 with a `res` that the schema accepts makes it a success; everything else is a protocol error.
 * @throws {ServiceError} with the secret (the token) redacted in every text
 */
export function readAnswer<T>(
  endpoint: EndpointName,
  answer: Answer,
  schema: Pick<z.ZodMiniType<T>, 'safeParse'>,
  secret: string,
): T {
  const reader = new AnswerReader(endpoint, answer, secret);
  const parsed = schema.safeParse(reader.res());
  if (!parsed.success) throw reader.protocolError(`res: ${issueText(parsed.error)}`);
  return parsed.data;
}

/** Reads the ID from a response to "create". Its `res` has no fixed shape (docs/service-interface.md, section 4.1). */
export function readCreatedId(answer: Answer, secret: string): string {
  const reader = new AnswerReader('createItem', answer, secret);
  const salvaged = reader.isJson ? undefined : createdIdFromText(reader.text);
  const id = salvaged ?? createdIdFromJson(reader.text, reader.res());
  if (id !== undefined) return id;
  throw new ServiceError('createItem', { kind: 'unknown-id' }, 'unknown');
}

/** Reads the body of a response: a success or a failure (docs/service-interface.md, sections 1 and 7). */
export class AnswerReader {
  readonly text: string;
  readonly isJson: boolean;
  readonly #endpoint: EndpointName;
  readonly #answer: Answer;
  readonly #secret: string;
  readonly #json: unknown;

  constructor(endpoint: EndpointName, answer: Answer, secret: string) {
    this.#endpoint = endpoint;
    this.#answer = answer;
    this.#secret = secret;
    this.text = utf8.decode(answer.body);
    this.#json = parseJson(this.text);
    this.isJson = this.#json !== undefined;
  }

  res(): unknown {
    if (!this.isJson) throw this.protocolError(this.#notJsonText(), { withExcerpt: true });
    if (!isObject(this.#json))
      throw this.protocolError('the body is not a JSON object', { withExcerpt: true });
    const { status, res, errorMessage, errorCode } = this.#json;
    if (isPresent(errorMessage) || isPresent(errorCode))
      throw this.#failure(errorMessage, errorCode);
    if (status !== 200)
      throw this.protocolError(`the status is ${describeStatus(status)}, not 200`, {
        withExcerpt: true,
      });
    if (!isPresent(res))
      throw this.protocolError('the field "res" is missing in the response', { withExcerpt: true });
    return res;
  }

  protocolError(detail: string, { withExcerpt = false } = {}): ServiceError {
    const { httpStatus, contentType } = this.#answer;
    const excerpt = withExcerpt ? redactedStart(this.text, this.#secret, EXCERPT_LENGTH) : '';
    return this.#error({
      kind: 'protocol',
      httpStatus,
      contentType: this.#redacted(contentType),
      detail: this.#redacted(detail),
      excerpt,
    });
  }

  #failure(errorMessage: unknown, errorCode: unknown): ServiceError {
    return this.#error({
      kind: 'failure',
      httpStatus: this.#answer.httpStatus,
      errorMessage: this.#displayText(errorMessage),
      errorCode: typeof errorCode === 'number' ? errorCode : this.#displayText(errorCode),
    });
  }

  #displayText(value: unknown): string | undefined {
    if (!isPresent(value)) return undefined;
    return this.#redacted(typeof value === 'string' ? value : asJson(value));
  }

  #error(problem: ServiceProblem): ServiceError {
    // A read changes nothing, so its outcome is always known.
    const isOutcomeKnown = problem.kind === 'failure' || endpoints[this.#endpoint].isRead;
    return new ServiceError(this.#endpoint, problem, isOutcomeKnown ? 'refused' : 'unknown');
  }

  #notJsonText(): string {
    if (this.#answer.broken !== undefined) return this.#answer.broken;
    return this.text.trim() === '' ? 'the body is empty' : 'the body is not a JSON object';
  }

  #redacted(text: string): string {
    return redactedStart(text, this.#secret);
  }
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Quotes a text only if it is a short number: any other text, and an object, may contain personal data. */
function describeStatus(value: unknown): string {
  const isCode = typeof value === 'string' ? /^\d{1,3}$/.test(value) : typeof value !== 'object';
  return isCode || value === null ? asJson(value) : `a value of type ${typeof value}`;
}

function asJson(value: unknown): string {
  return value === undefined
    ? 'missing'
    : (jsonOf(value) ?? 'a value that is nested too deeply to be shown');
}

/** Describes the position and the expected type, but no value: records are personal data. */
function issueText(error: z.core.$ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return 'invalid';
  const path = issue.path.map(String).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}
