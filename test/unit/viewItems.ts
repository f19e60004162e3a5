import type { JournalItem, ViewItem } from '../../src/base/manifest.ts';

/** All values of `viewItem` in the tree. The compiler checks that the list is complete. */
export const VIEW_ITEMS = Object.keys({
  bot: true,
  'bot.noToken': true,
  'bot.sandbox': true,
  'bot.locked': true,
  'bot.noToken.locked': true,
  'bot.sandbox.locked': true,
  resume: true,
  noFolder: true,
  group: true,
  firstLook: true,
  'firstLook.empty': true,
  'firstLook.empty.locked': true,
  folder: true,
  'folder.gone': true,
  'folder.error': true,
  'folder.locked': true,
  'folder.locked.error': true,
  tag: true,
  'tag.gone': true,
  'tag.error': true,
  'tag.locked': true,
  'tag.locked.error': true,
  other: true,
  'other.gone': true,
  'other.error': true,
  'other.locked': true,
  'other.locked.error': true,
} satisfies Record<ViewItem, true>);

/** All values of `viewItem` in the Journal view. The compiler checks that the list is complete. */
export const JOURNAL_ITEMS = Object.keys({
  day: true,
  more: true,
  'run.running': true,
  'run.paused': true,
  'run.done': true,
  'run.cancelled': true,
  'run.running.undoable': true,
  'run.paused.undoable': true,
  'run.done.undoable': true,
  'run.cancelled.undoable': true,
  write: true,
  'write.undoable': true,
} satisfies Record<JournalItem, true>);
