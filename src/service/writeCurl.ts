import { checkBaseUrl } from '../base/baseUrl.ts';
import { type Endpoint, endpoints } from '../base/endpoints.ts';
import type { CustomerQuery, UserRef } from '../base/model.ts';
import { type CallRequest, pathOf } from './call.ts';
import { badInput, customersQuery, pathId, taggingBody, userBody } from './wireFormat.ts';
import { bearer } from './tokenText.ts';

export const CURL_SHELLS = ['posix', 'powershell'] as const;
export type CurlShell = (typeof CURL_SHELLS)[number];

/** Calls that can be copied as a command: those that are useful templates, without those that create or delete. */
export const CURL_REQUESTS = [
  'listCustomers',
  'getItem',
  'attachTag',
  'detachTag',
  'listUserTags',
] as const;

export type CurlRequest =
  | { readonly request: 'listCustomers'; readonly query: CustomerQuery }
  | { readonly request: 'getItem'; readonly tagId: string }
  | {
      readonly request: 'attachTag' | 'detachTag';
      readonly tagId: string;
      readonly user: UserRef;
    }
  | { readonly request: 'listUserTags'; readonly user: UserRef };

/**
 * Writes the request that the client itself would send, as a shell command in printable ASCII, so that an ID can
 * neither close the quotation marks around it nor contain characters that look like others. The token is read from the
 * shell variable `BOT_TOKEN`.
 * @returns undefined if an ID has a control character, on which a terminal would act
 * @throws {ServiceError} if the client would not send the request
 */
export function curlLine(
  curlRequest: CurlRequest,
  baseUrl: string,
  shell: CurlShell,
): string | undefined {
  const base = checkBaseUrl(baseUrl);
  if (!base.ok) throw badInput(curlRequest.request, 'baseUrl', base.problem);
  if (idsOf(curlRequest).some((id) => /\p{Cc}/u.test(id ?? ''))) return undefined;
  const request = requestOf(curlRequest);
  const { method } = endpoints[curlRequest.request];
  const url = base.url + pathOf(curlRequest.request, request);
  const httpRequest = { method, url, body: request.body };
  return shell === 'posix' ? posixCommand(httpRequest) : powershellCommand(httpRequest);
}

function idsOf(curlRequest: CurlRequest): readonly (string | undefined)[] {
  if (curlRequest.request === 'listCustomers') return [curlRequest.query.botId];
  const tagIds = 'tagId' in curlRequest ? [curlRequest.tagId] : [];
  if (!('user' in curlRequest)) return tagIds;
  const { rawUid, uid, pageId } = curlRequest.user;
  return [...tagIds, rawUid, uid, pageId];
}

function requestOf(curlRequest: CurlRequest): CallRequest {
  switch (curlRequest.request) {
    case 'listCustomers':
      return { query: customersQuery(curlRequest.query) };
    case 'getItem':
      return { id: pathId('getItem', curlRequest.tagId) };
    case 'listUserTags':
      return { body: userBody('listUserTags', curlRequest.user) };
    default:
      return { body: taggingBody(curlRequest.request, curlRequest.tagId, curlRequest.user) };
  }
}

interface HttpRequest {
  readonly method: Endpoint['method'];
  /** Percent-encoded URL, in printable ASCII. */
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

function posixCommand({ method, url, body }: HttpRequest): string {
  const isMethodImplied = method === (body === undefined ? 'GET' : 'POST');
  return [
    'curl',
    ...(isMethodImplied ? [] : [`-X ${method}`]),
    // curl would expand brackets and braces as patterns of its own.
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    quoted(url, `'\\''`),
    `-H 'Content-Type: application/json'`,
    `-H "Authorization: ${bearer('$BOT_TOKEN')}"`,
    ...(body === undefined ? [] : [`--data-raw ${quoted(asciiJson(body), `'\\''`)}`]),
  ].join(' ');
}

/** Writes a PowerShell command without curl, because PowerShell 5 and 7 pass a quote within an argument differently. */
function powershellCommand({ method, url, body }: HttpRequest): string {
  return [
    'Invoke-RestMethod',
    `-Method ${method}`,
    `-Uri ${quoted(url, `''`)}`,
    `-ContentType 'application/json'`,
    `-Headers @{ Authorization = "${bearer('$env:BOT_TOKEN')}" }`,
    ...(body === undefined ? [] : [`-Body ${quoted(asciiJson(body), `''`)}`]),
  ].join(' ');
}

/** @param quote spelling of a single quote within single quotes */
function quoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", () => quote)}'`;
}

/** ASCII depends neither on the encoding of a terminal nor on the characters that it treats as quotes. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
