import { randomBytes, randomInt } from 'node:crypto';

import { FOLDER, TAG } from '../base/model.ts';
import type { SandboxItem } from '../base/ports.ts';
import { Failure } from './failure.ts';
import type { Switches } from './switches.ts';
import type { Handler, World } from './world.ts';
import { requireBot, requireItem, requireText } from './world.ts';

/** Creates a tag or folder (docs/service-interface.md, section 4.1). */
export const createItem: Handler = (world, { body }) => {
  requireBot(world, body['botId']);
  const name = requireText(body, 'name');
  const type = body['type'];
  if (type !== TAG && type !== FOLDER) {
    throw new Failure(400, 'type must be the number 0 (user tag) or 1 (tag folder)');
  }
  const id = world.state.atomically(() => {
    const parentId = parentOf(world, body['parentId']);
    const item = { id: newId(world.switches), name, type, parentId, created: world.now() };
    world.state.addItem(item);
    return item.id;
  });
  return createdAnswer(id, world.switches.createRes);
};

/** Reads a tag or folder (docs/service-interface.md, section 4.2). */
export const getItem: Handler = (world, { tagId }) => {
  const { created, id, name, type, parentId } = requireItem(world, tagId);
  const answer = { created, id, name, botId: world.botId, type };
  return world.switches.getItemParent === 'present' ? { ...answer, parentId } : answer;
};

/** Deletes a tag, or a folder with its contents (docs/service-interface.md, section 4.3). */
export const deleteItem: Handler = (world, { tagId }) =>
  world.state.atomically(() => {
    const { id } = requireItem(world, tagId);
    const { deleteRes } = world.switches;
    const deleted = deleteRes === 'keeps-children' ? [id] : withDescendants(world, id);
    world.state.removeItems(deleted);
    return deleteRes === 'all' ? deleted : [id];
  });

/** Reads the ID of the parent folder: documented as a number, although IDs are strings. */
function parentOf(world: World, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Failure(400, 'parentId must be the ID of a folder');
  }
  const needsNumber = world.switches.parentIds === 'numbers';
  if (needsNumber && typeof value === 'string' && /^\d+$/.test(value)) {
    throw new Failure(400, 'parentId must be a number and not a string of digits');
  }
  const parent = requireItem(world, String(value));
  if (parent.type !== FOLDER) throw new Failure(400, `parentId ${value} is not a folder`);
  return parent.id;
}

function newId(switches: Switches): string {
  if (switches.parentIds === 'numbers') return String(randomInt(1e13, 1e14));
  return `tag-${randomBytes(9).toString('base64url').slice(0, 9)}`;
}

function createdAnswer(id: string, form: Switches['createRes']): unknown {
  switch (form) {
    case 'object':
      return { id };
    case 'json-string':
      return JSON.stringify({ id });
    case 'almost-json':
      return `"{ "id": "${id}" }"`;
    case 'bare-id':
      return id;
    case 'unreadable':
      return { created: true };
  }
}

function withDescendants(world: World, root: string): readonly string[] {
  const children = Map.groupBy(world.state.items(), (item: SandboxItem) => item.parentId);
  const ids = [root];
  // The loop also visits the IDs that it appends.
  for (const id of ids) ids.push(...(children.get(id) ?? []).map((child) => child.id));
  return ids;
}
