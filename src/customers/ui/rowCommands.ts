import type { CommandId } from '../../commands/commands.ts';
import type { GridVerb } from './panelParts.ts';

/** The command that stands behind each button: button and menu do the same. */
export const GRID_COMMANDS = {
  attachTag: 'botTags.attachTag',
  detachTag: 'botTags.detachTag',
  listTags: 'botTags.listUserTags',
  copyId: 'botTags.copyUserId',
  copyIds: 'botTags.copyUserIds',
  openPage: 'botTags.exportPage',
  openRecord: 'botTags.openRecord',
} as const satisfies Record<GridVerb, CommandId>;
