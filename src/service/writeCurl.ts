import type { Endpoint } from '../base/endpoints.ts';
import type { CustomerQuery, UserRef } from '../base/model.ts';
import { bearer } from './tokenText.ts';

/** For whose command line a request is written. */
export const CURL_SHELLS = ['posix', 'powershell'] as const;
export type CurlShell = (typeof CURL_SHELLS)[number];

/** The calls that can be copied: those that another one can be made of, and that destroy nothing. */
export const CURL_REQUESTS = [
  'listCustomers',
  'getItem',
  'attachTag',
  'detachTag',
  'listUserTags',
] as const;

/** A call of the interface, with what it is about. */
export type CurlRequest =
  | { readonly request: 'listCustomers'; readonly query: CustomerQuery }
  | { readonly request: 'getItem'; readonly tagId: string }
  | {
      readonly request: 'attachTag' | 'detachTag';
      readonly tagId: string;
      readonly user: UserRef;
    }
  | { readonly request: 'listUserTags'; readonly user: UserRef };

export interface HttpRequest {
  readonly method: Endpoint['method'];
  /** Percent-encoded: printable ASCII. */
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

/** An ID has a character that a terminal acts on, so that no command line can be made of it. */
export class ControlCharacterError extends Error {
  override readonly name = 'ControlCharacterError';

  constructor() {
    super('an ID has a control character, on which a terminal would act: no line was made of it');
  }

  /** By shape and not by class: each bundle carries its own copy of this class. */
  static is(error: unknown): boolean {
    return error instanceof Error && error.name === 'ControlCharacterError';
  }
}

/** Throws `ControlCharacterError`. */
export function refuseControlCharacters(...ids: readonly (string | undefined)[]): void {
  if (ids.some((id) => /\p{Cc}/u.test(id ?? ''))) throw new ControlCharacterError();
}

/**
 * The request as a line for a shell, in printable ASCII: the IDs in it can neither end their quotes nor look like
 * something else. The token is the shell's variable `BOT_TOKEN`.
 */
export function writeCurl(request: HttpRequest, shell: CurlShell): string {
  return shell === 'posix' ? posix(request) : powershell(request);
}

function posix({ method, url, body }: HttpRequest): string {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    'curl',
    ...(isImplied ? [] : [`-X ${method}`]),
    // Brackets and braces would be patterns of curl's own.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    quoted(url, `'\\''`),
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: ${bearer('$BOT_TOKEN')}"`,
    ...(body === undefined ? [] : [`--data-raw ${quoted(asciiJson(body), `'\\''`)}`]),
  ].join(' ');
}

/** Not with curl: PowerShell 5 and 7 hand a quote within an argument over differently. */
function powershell({ method, url, body }: HttpRequest): string {
  return [
    'Invoke-RestMethod',
    `-Method ${method}`,
    `-Uri ${quoted(url, `''`)}`,
    `-ContentType 'application/json'`,
    `-Headers @{ Authorization = "${bearer('$env:BOT_TOKEN')}" }`,
    ...(body === undefined ? [] : [`-Body ${quoted(asciiJson(body), `''`)}`]),
  ].join(' ');
}

/** @param quote how a single quote is written between single quotes */
function quoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", () => quote)}'`;
}

/** Whatever encoding a terminal has, and whatever it takes for a quote. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
