import { FOLDER } from '../base/model.ts';
import type { SandboxItem, SandboxState } from '../base/ports.ts';
import { Failure } from './failure.ts';
import type { Switches } from './switches.ts';
import type { SandboxLanguage } from './people.ts';

/** All that a handler works on. */
export interface World {
  readonly botId: string;
  /** How many customers the bot has: those with the indexes below it. */
  readonly customers: number;
  readonly language: SandboxLanguage;
  readonly state: SandboxState;
  readonly switches: Switches;
  readonly now: () => number;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request whose path, method and token are right. */
interface Call {
  /** The decoded path parameter; empty where the path has none. */
  readonly tagId: string;
  readonly query: URLSearchParams;
  /** Empty for a GET. */
  readonly body: JsonObject;
}

/** @returns `res` of the answer; throws a `Failure` to answer with one */
export type Handler = (world: World, call: Call) => unknown;

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
