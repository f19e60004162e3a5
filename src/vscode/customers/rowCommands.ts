import type { CommandId } from '../../manifest.ts';
import type { RowVerb } from './customerPanel.ts';

/** The command that stands behind each button of a row: button and menu do the same. */
export const ROW_COMMANDS = {
  attachTag: 'botTags.attachTag',
  detachTag: 'botTags.detachTag',
  listTags: 'botTags.listUserTags',
  copyId: 'botTags.copyUserId',
  openPage: 'botTags.openPage',
  openRecord: 'botTags.openRecord',
} as const satisfies Record<RowVerb, CommandId>;
