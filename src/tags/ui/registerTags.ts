import type { Disposable } from 'vscode';
import { FOLDER, TAG } from '../../base/model.ts';
import { addExisting, createItem } from './createItem.ts';
import { copyId, copyName } from './copy.ts';
import { copyCurl } from './copyCurl.ts';
import { deleteItem, removeFromList } from './deleteItem.ts';
import { discoverTags } from './discoverTags.ts';
import { clearFilter, filterTags, goToTag, sortTags } from './treeCommands.ts';
import { copyConstant, findInWorkspace } from './inCode.ts';
import { listUserTags } from './listUserTags.ts';
import { refresh } from './refresh.ts';
import type { TagServices } from './tagServices.ts';
import { tagUser } from './tagUser.ts';

export function registerTags(services: TagServices): Disposable {
  return services.commands.register({
    'botTags.refresh': refresh(services),
    'botTags.goToTag': goToTag(services),
    'botTags.sortTags': sortTags(services),
    'botTags.filterTags': filterTags(services),
    'botTags.clearFilter': clearFilter(services),
    'botTags.createTag': createItem(services, TAG),
    'botTags.createFolder': createItem(services, FOLDER),
    'botTags.addExisting': addExisting(services),
    'botTags.discoverTags': discoverTags(services),
    'botTags.deleteItem': deleteItem(services),
    'botTags.removeFromList': removeFromList(services),
    'botTags.attachTag': tagUser(services, 'attach'),
    'botTags.detachTag': tagUser(services, 'detach'),
    'botTags.listUserTags': listUserTags(services),
    'botTags.copyId': copyId(services),
    'botTags.copyName': copyName(services),
    'botTags.copyConstant': copyConstant(services),
    'botTags.copyCurl': copyCurl(services),
    'botTags.findInWorkspace': findInWorkspace(services),
  });
}
