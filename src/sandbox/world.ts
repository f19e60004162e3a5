import { FOLDER } from '../base/model.ts';
import type { Clock, SandboxItem, SandboxState } from '../base/ports.ts';
import { Failure } from './answer.ts';
import type { Switches } from './switches.ts';
import type { SandboxLanguage } from './people.ts';

/** The sandbox bot with its customers, tags and switches, which handlers read and change. */
export interface World {
  readonly botId: string;
  /** Number of customers of the bot. Their indexes are lower than this. */
  readonly customerCount: number;
  readonly language: SandboxLanguage;
  readonly state: SandboxState;
  readonly switches: Switches;
  readonly clock: Clock;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Request with a valid path, method and token. */
interface Call {
  readonly tagId: string;
  readonly query: URLSearchParams;
  /** Request body, empty for GET. */
  readonly body: JsonObject;
}

/** Returns the `res` of the response. Throws a `Failure` to respond with an error. */
export type Handler = (world: World, call: Call) => unknown;

/** @throws {Failure} if there is no such item; the code depends on a switch */
export function requireItem(world: World, id: string): SandboxItem {
  const item = world.state.item(id);
  if (item) return item;
  throw new Failure(Number(world.switches.missingItem), `there is no tag or folder ${id}`);
}

export function requireTag(world: World, id: string): SandboxItem {
  const item = requireItem(world, id);
  if (item.type === FOLDER) throw new Failure(400, `${id} is a folder and not a tag`);
  return item;
}

export function requireBot(world: World, botId: unknown): void {
  if (botId === world.botId) return;
  if (botId === undefined || botId === null) throw new Failure(400, 'botId is required');
  throw new Failure(404, `there is no bot ${JSON.stringify(botId)}`);
}

export function requireText(body: JsonObject, field: string): string {
  const value = body[field];
  if (typeof value === 'string' && value !== '') return value;
  throw new Failure(400, `${field} is required, as a string that is not empty`);
}
