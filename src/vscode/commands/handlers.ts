import { FOLDER, TAG } from '../../core/model.ts';
import type { CommandId } from '../../commandTypes.ts';
import type { Parts } from '../parts.ts';
import { addBot } from './addBot.ts';
import { addExisting } from './addExisting.ts';
import { loadCatalogueFile, saveCatalogueFile, unloadCatalogueFile } from './catalogueFile.ts';
import { checkConnection } from './checkConnection.ts';
import { comparePageNow, comparePages } from './comparePages.ts';
import { compareUserTags } from './compareUserTags.ts';
import { copyId, copyName } from './copy.ts';
import { copyCurl, copyPageCurl } from './copyCurl.ts';
import { createItem } from './createItem.ts';
import { copyUserId, copyUserIds, openPage, openRecord } from './customerRow.ts';
import { loadAll, loadMore, loadPages, openCustomers } from './customers.ts';
import { deleteItem } from './deleteItem.ts';
import { discoverTags } from './discoverTags.ts';
import { editBotLabel } from './editBotLabel.ts';
import { editCopy } from './editCopy.ts';
import { exportCustomers } from './exportCustomers.ts';
import { exportPage } from './exportPage.ts';
import { goToTag } from './goToTag.ts';
import { clearFilter, filterTags } from './filterTags.ts';
import { exportExtensionData, importExtensionData } from './extensionData.ts';
import type { Handler } from './handler.ts';
import { listUserTags } from './listUserTags.ts';
import { reconcile } from './reconcile.ts';
import { refresh } from './refresh.ts';
import { removeAllData } from './removeAllData.ts';
import { removeBot } from './removeBot.ts';
import { removeFromList } from './removeFromList.ts';
import { replaceToken } from './replaceToken.ts';
import { setFolder } from './setFolder.ts';
import { sortTags } from './sortTags.ts';
import { resumeExport } from './resumeExport.ts';
import { showTagCustomers } from './tagCustomers.ts';
import { tagUser } from './tagUser.ts';
import { trySandbox } from './trySandbox.ts';
import { verifyDiscovered } from './verifyDiscovered.ts';

export type Handlers = { readonly [K in CommandId]: Handler<K> };

/** Every command of the manifest; one without a handler does not compile. */
export function createHandlers(parts: Parts): Handlers {
  const createFolder = createItem(parts, FOLDER);
  const attach = tagUser(parts, 'attach');
  const detach = tagUser(parts, 'detach');
  const token = replaceToken(parts);
  const showLog = async (): Promise<void> => parts.log.show();
  return {
    'botTags.addBot': addBot(parts),
    'botTags.trySandbox': trySandbox(parts),
    'botTags.editBotLabel': editBotLabel(parts),
    'botTags.replaceToken': token,
    'botTags.enterToken': token,
    'botTags.removeBot': removeBot(parts),
    'botTags.refresh': refresh(parts),
    'botTags.goToTag': goToTag(parts),
    'botTags.sortTags': sortTags(parts),
    'botTags.filterTags': filterTags(parts),
    'botTags.clearFilter': clearFilter(parts),
    'botTags.createTag': createItem(parts, TAG),
    'botTags.createFolder': createFolder,
    'botTags.createSubfolder': createFolder,
    'botTags.addExisting': addExisting(parts),
    'botTags.checkConnection': checkConnection(parts),
    'botTags.discoverTags': discoverTags(parts),
    'botTags.verifyDiscovered': verifyDiscovered(parts),
    'botTags.setFolder': setFolder(parts),
    'botTags.openCustomers': openCustomers(parts),
    'botTags.showTagCustomers': showTagCustomers(parts),
    'botTags.loadMore': loadMore(parts),
    'botTags.loadPages': loadPages(parts),
    'botTags.loadAll': loadAll(parts),
    'botTags.deleteItem': deleteItem(parts),
    'botTags.removeFromList': removeFromList(parts),
    'botTags.attachTag': attach,
    'botTags.attachThisTag': attach,
    'botTags.detachTag': detach,
    'botTags.detachThisTag': detach,
    'botTags.listUserTags': listUserTags(parts),
    ...copyHandlers(parts),
    'botTags.openPage': openPage(parts),
    'botTags.openRecord': openRecord(parts),
    'botTags.exportPage': exportPage(parts),
    'botTags.exportCustomers': exportCustomers(parts),
    'botTags.resumeExport': resumeExport(parts),
    'botTags.comparePages': comparePages(parts),
    'botTags.comparePageNow': comparePageNow(parts),
    'botTags.compareUserTags': compareUserTags(parts),
    'botTags.editCopy': editCopy(),
    'botTags.saveCatalogueFile': saveCatalogueFile(parts),
    'botTags.loadCatalogueFile': loadCatalogueFile(parts),
    'botTags.unloadCatalogueFile': unloadCatalogueFile(parts),
    'botTags.reconcile': reconcile(parts),
    'botTags.exportData': exportExtensionData(parts),
    'botTags.importData': importExtensionData(parts),
    'botTags.removeAllData': removeAllData(parts),
    'botTags.showLog': { byPerson: showLog, byProgram: showLog },
  };
}

function copyHandlers(parts: Parts) {
  return {
    'botTags.copyId': copyId(parts),
    'botTags.copyName': copyName(parts),
    'botTags.copyCurl': copyCurl(parts),
    'botTags.copyPageCurl': copyPageCurl(parts),
    'botTags.copyUserId': copyUserId(parts),
    'botTags.copyUserIds': copyUserIds(parts),
  };
}
