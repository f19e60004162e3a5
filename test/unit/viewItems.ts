import type { ViewItem } from '../../src/surface/manifest.ts';

/** Every value, held against the type by the compiler. */
export const VIEW_ITEMS = Object.keys({
  bot: true,
  'bot.noToken': true,
  'bot.sandbox': true,
  'bot.locked': true,
  'bot.noToken.locked': true,
  'bot.sandbox.locked': true,
  unplaced: true,
  group: true,
  firstLook: true,
  'firstLook.empty': true,
  folder: true,
  'folder.gone': true,
  'folder.error': true,
  tag: true,
  'tag.gone': true,
  'tag.error': true,
  other: true,
  'other.gone': true,
  'other.error': true,
} satisfies Record<ViewItem, true>);
