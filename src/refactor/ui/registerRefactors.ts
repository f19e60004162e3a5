import type { Disposable } from 'vscode';
import { copyTags } from './copyTags.ts';
import { mergeTags } from './mergeTags.ts';
import { moveToFolder } from './moveToFolder.ts';
import type { RefactorServices } from './refactorServices.ts';
import { renameTag } from './renameTag.ts';

export function registerRefactors(services: RefactorServices): Disposable {
  return services.commands.register({
    'botTags.renameTag': renameTag(services),
    'botTags.mergeTags': mergeTags(services),
    'botTags.moveToFolder': moveToFolder(services),
    'botTags.copyTags': copyTags(services),
  });
}
