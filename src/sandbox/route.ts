import { endpoints, type EndpointName } from '../base/endpoints.ts';
import { Failure } from './answer.ts';

/** Path for reading (GET) and changing (PUT) the switches. The real service does not have it. */
export const SWITCHES_PATH = '/sandbox/switches';

export interface Route {
  readonly target: EndpointName | 'readSwitches' | 'changeSwitches';
  /** Decoded path parameter, or `''` if the path has none. */
  readonly tagId: string;
  readonly query: URLSearchParams;
}

type RouteRow = readonly [target: Route['target'], method: string, path: string];

const routes: readonly RouteRow[] = [
  ...Object.entries(endpoints).map(([name, { method, path }]): RouteRow => [
    name as EndpointName,
    method,
    path,
  ]),
  ['readSwitches', 'GET', SWITCHES_PATH],
  ['changeSwitches', 'PUT', SWITCHES_PATH],
];

/** @throws {Failure} 404 for an unknown path, 405 for a wrong method */
export function findRoute(method: string, url: string): Route {
  const [path = '', search = ''] = url.split('?', 2);
  const allowedMethods: string[] = [];
  for (const [target, allowedMethod, pattern] of routes) {
    const tagId = matchPath(pattern, path);
    if (tagId === undefined) continue;
    if (allowedMethod === method) return { target, tagId, query: new URLSearchParams(search) };
    allowedMethods.push(allowedMethod);
  }
  if (allowedMethods.length === 0) throw new Failure(404, `there is no ${path}`);
  throw new Failure(405, `${path} takes ${allowedMethods.join(' or ')} and not ${method}`);
}

/** @returns the decoded path parameter; `''` without one in the pattern; `undefined` if no match */
function matchPath(pattern: string, path: string): string | undefined {
  const [head = '', tail] = pattern.split('{tagId}');
  if (tail === undefined) return path === pattern ? '' : undefined;
  const parameter = path.slice(head.length);
  if (!path.startsWith(head) || parameter === '' || parameter.includes('/')) return undefined;
  try {
    return decodeURIComponent(parameter);
  } catch {
    throw new Failure(400, `${parameter} is not percent-encoded text`);
  }
}
