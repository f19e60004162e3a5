import { copyTags } from './copyTags.ts';
import { mergeTags } from './mergeTags.ts';
import { moveToFolder } from './moveToFolder.ts';
import type { RefactorServices } from './refactorServices.ts';
import { renameTag } from './renameTag.ts';

/** Returns the handlers of commands that rename, merge, move and copy tags. */
export function refactorHandlers(services: RefactorServices) {
  return {
    'botTags.renameTag': renameTag(services),
    'botTags.mergeTags': mergeTags(services),
    'botTags.moveToFolder': moveToFolder(services),
    'botTags.copyTags': copyTags(services),
  };
}
