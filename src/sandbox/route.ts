import { endpoints, type EndpointName } from '../base/endpoints.ts';
import { Failure } from './failure.ts';

/** Where the switches are read (GET) and changed (PUT); not part of the contract. */
export const SWITCHES_PATH = '/sandbox/switches';

export interface Route {
  readonly target: EndpointName | 'readSwitches' | 'changeSwitches';
  readonly tagId: string;
  readonly query: URLSearchParams;
}

type RouteRow = readonly [target: Route['target'], method: string, path: string];

const table: readonly RouteRow[] = [
  ...Object.entries(endpoints).map(([name, { method, path }]): RouteRow => [
    name as EndpointName,
    method,
    path,
  ]),
  ['readSwitches', 'GET', SWITCHES_PATH],
  ['changeSwitches', 'PUT', SWITCHES_PATH],
];

/** Throws a `Failure`: 404 for an unknown path, 405 for a method that a known path does not have. */
export function findRoute(method: string, url: string): Route {
  const [path = '', search = ''] = url.split('?', 2);
  const methods: string[] = [];
  for (const [target, itsMethod, pattern] of table) {
    const tagId = matchPath(pattern, path);
    if (tagId === undefined) continue;
    if (itsMethod === method) return { target, tagId, query: new URLSearchParams(search) };
    methods.push(itsMethod);
  }
  if (methods.length === 0) throw new Failure(404, `there is no ${path}`);
  throw new Failure(405, `${path} takes ${methods.join(' or ')} and not ${method}`);
}

/** @returns the decoded path parameter, empty where the pattern has none; `undefined` when it does not match */
function matchPath(pattern: string, path: string): string | undefined {
  const [head = '', tail] = pattern.split('{tagId}');
  if (tail === undefined) return path === pattern ? '' : undefined;
  const given = path.slice(head.length);
  if (!path.startsWith(head) || given === '' || given.includes('/')) return undefined;
  try {
    return decodeURIComponent(given);
  } catch {
    throw new Failure(400, `${given} is not percent-encoded text`);
  }
}
