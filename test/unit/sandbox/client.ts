import type { CustomerRecord, RemoteItem, UserTagList } from '../../../src/base/model.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import type { SandboxOptions } from '../../../src/sandbox/startSandbox.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';

export const TOKEN = 'test-token';
/** Tag that every sandbox has from the start. */
export const BUILT_IN_TAG = 'tag--PTfLM4wQ';

export interface Reply {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly retryAfter: string | null;
  readonly text: string;
  /** Parsed body, or `undefined` if the body is not JSON. */
  readonly json: ReplyBody | undefined;
  readonly res: unknown;
  readonly errorCode: unknown;
  readonly errorMessage: string;
}

interface ReplyBody {
  readonly res?: unknown;
  readonly status?: unknown;
  readonly errorCode?: unknown;
  readonly errorMessage?: unknown;
}

export interface Page {
  readonly records: readonly CustomerRecord[];
  readonly next?: string | null;
}

const openSandboxes: Sandbox[] = [];

/** Starts a sandbox that `closeSandboxes` stops. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ token: TOKEN, customers: 20, ...options });
  openSandboxes.push(sandbox);
  return sandbox;
}

export async function closeSandboxes(): Promise<void> {
  await Promise.all(openSandboxes.splice(0).map((sandbox) => sandbox.close()));
}

/**
 * Sends a request with the token.
 * @param request method and path, such as `GET /v1/api/tag/x`
 * @param body sent as it is if it is a string, and otherwise as JSON
 */
export async function send(
  sandbox: Sandbox,
  request: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method = '', path = ''] = request.split(' ', 2);
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return replyOf(response, await response.text());
}

function replyOf(response: Response, text: string): Reply {
  const json = parse(text);
  return {
    httpStatus: response.status,
    contentType: response.headers.get('content-type') ?? '',
    retryAfter: response.headers.get('retry-after'),
    text,
    json,
    res: json?.res,
    errorCode: json?.errorCode,
    errorMessage: String(json?.errorMessage),
  };
}

function parse(text: string): ReplyBody | undefined {
  try {
    return JSON.parse(text) as ReplyBody;
  } catch {
    return undefined;
  }
}

/** Creates an item, and returns its ID. The switch `createRes` of the sandbox must be `object`. */
export async function create(
  sandbox: Sandbox,
  item: { readonly name: string; readonly type: number; readonly parentId?: unknown },
): Promise<string> {
  const reply = await send(sandbox, 'POST /v1/api/tag/autogen', { botId: sandbox.botId, ...item });
  return (reply.res as { id: string }).id;
}

/** Returns an item. `undefined` if the sandbox does not find the ID. */
export async function read(sandbox: Sandbox, id: string): Promise<RemoteItem | undefined> {
  const reply = await send(sandbox, `GET /v1/api/tag/${encodeURIComponent(id)}`);
  return reply.res as RemoteItem | undefined;
}

/** Returns the tag lists of a user, in the form of the service. */
export async function tagList(sandbox: Sandbox, user: object): Promise<readonly UserTagList[]> {
  const reply = await send(sandbox, 'POST /v1/api/user/taglist', user);
  return reply.res as readonly UserTagList[];
}

/**
 * Returns a page of customers.
 * @throws {Error} if the sandbox refuses the request
 */
export async function page(
  sandbox: Sandbox,
  query: { readonly limit: number; readonly from?: number; readonly next?: string | null },
): Promise<Page> {
  const reply = await sendList(sandbox, { ...query });
  if (reply.httpStatus !== 200) throw new Error(`${reply.httpStatus} ${reply.text}`);
  return reply.res as Page;
}

/** Lists customers with any query parameters. Undefined and null parameters are omitted. */
export async function sendList(
  sandbox: Sandbox,
  query: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const entries = Object.entries<unknown>({ botId: sandbox.botId, ...query });
  const presentEntries = entries.filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(
    presentEntries.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return send(sandbox, `GET /v1/api/bot/customers?${search.toString()}`);
}
