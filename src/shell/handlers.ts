import { commands } from 'vscode';
import { FOLDER, TAG } from '../base/model.ts';
import type { CommandId } from '../commands/commands.ts';
import { addBot } from '../bots/ui/addBot.ts';
import { checkConnection } from '../bots/ui/checkConnection.ts';
import { renameInTree } from '../bots/ui/botLabel.ts';
import { botSettings } from '../bots/ui/botSettings.ts';
import { removeBot } from '../bots/ui/removeBot.ts';
import { replaceToken } from '../bots/ui/replaceToken.ts';
import { copySandbox, trySandbox } from '../bots/ui/sandboxBot.ts';
import { copyRange } from '../customers/ui/copyRange.ts';
import { copyUserId, copyUserIds, openRecord } from '../customers/ui/rowCommands.ts';
import { exportPage } from '../customers/ui/exportPage.ts';
import { loadAll, loadMore, openCustomers } from '../customers/ui/loadCustomers.ts';
import { saveSegment } from '../customers/ui/saveSegment.ts';
import { showTagCustomers } from '../customers/ui/tagCustomers.ts';
import { removeAllData } from './removeAllData.ts';
import { exportCustomers } from '../exports/ui/exportCustomers.ts';
import type { Handler } from '../catalogue/ui/handler.ts';
import { openOverview } from '../overview/ui/overviewPanels.ts';
import { runPlan } from '../plans/ui/runPlan.ts';
import { planDeletion } from '../plans/ui/planDeletion.ts';
import { tagRows } from '../plans/ui/tagRows.ts';
import { tagMany } from '../plans/ui/tagMany.ts';
import { checkUnknown, openRun, pauseRun, retryFailed } from '../runs/ui/runCommands.ts';
import { saveFailedRows } from '../runs/ui/saveFailedRows.ts';
import { mergeTags } from '../refactor/ui/mergeTags.ts';
import { moveToFolder } from '../refactor/ui/moveToFolder.ts';
import { renameTag } from '../refactor/ui/renameTag.ts';
import { resume } from './resume.ts';
import { clearJournal } from '../runs/ui/clearJournal.ts';
import { openJournal } from '../runs/ui/journalCommands.ts';
import { undo } from '../runs/ui/undo.ts';
import { addExisting } from '../tags/ui/addExisting.ts';
import { copyId, copyName } from '../tags/ui/copy.ts';
import { copyTags } from '../refactor/ui/copyTags.ts';
import { copyConstant, findInWorkspace } from '../tags/ui/inCode.ts';
import { createItem } from '../tags/ui/createItem.ts';
import { deleteItem } from '../tags/ui/deleteItem.ts';
import { discoverTags } from '../tags/ui/discoverTags.ts';
import { clearFilter, filterTags, sortTags } from '../tags/ui/filterAndSort.ts';
import { goToTag } from '../tags/ui/goToTag.ts';
import { refresh } from '../tags/ui/refresh.ts';
import { removeFromList } from '../tags/ui/removeFromList.ts';
import { copyCurl } from '../tags/ui/copyCurl.ts';
import { listUserTags } from '../tags/ui/listUserTags.ts';
import { tagUser } from '../tags/ui/tagUser.ts';
import {
  loadCatalogueFile,
  saveCatalogueFile,
  unloadCatalogueFile,
} from '../workspaceFile/ui/fileCommands.ts';
import type { Wired } from './wired.ts';

export type Handlers = { readonly [K in CommandId]: Handler<K> };

/** Returns a handler for every command of the manifest. A missing handler is a compile error. */
export function createHandlers(parts: Wired): Handlers {
  const showLog = async (): Promise<void> => parts.log.show();
  const reportIssue = async (): Promise<void> => {
    const { extensionId } = parts;
    await commands.executeCommand('workbench.action.openIssueReporter', { extensionId });
  };
  return {
    ...botHandlers(parts),
    'botTags.refresh': refresh(parts),
    'botTags.goToTag': goToTag(parts),
    'botTags.sortTags': sortTags(parts),
    'botTags.filterTags': filterTags(parts),
    'botTags.clearFilter': clearFilter(parts),
    'botTags.createTag': createItem(parts, TAG),
    'botTags.createFolder': createItem(parts, FOLDER),
    'botTags.addExisting': addExisting(parts),
    'botTags.discoverTags': discoverTags(parts),
    'botTags.openOverview': openOverview(parts),
    'botTags.renameTag': renameTag(parts, (bot) => renameInTree(parts, bot)),
    'botTags.mergeTags': mergeTags(parts),
    'botTags.moveToFolder': moveToFolder(parts),
    'botTags.openCustomers': openCustomers(parts),
    'botTags.showTagCustomers': showTagCustomers(parts),
    'botTags.saveSegment': saveSegment(parts),
    'botTags.loadMore': loadMore(parts),
    'botTags.loadAll': loadAll(parts),
    'botTags.deleteItem': deleteItem({
      ...parts,
      planDeletion: (bot, items) => planDeletion(parts, bot, items),
    }),
    'botTags.removeFromList': removeFromList(parts),
    ...taggingHandlers(parts),
    'botTags.listUserTags': listUserTags(parts),
    ...copyHandlers(parts),
    ...runHandlers(parts),
    'botTags.openRecord': openRecord(parts),
    'botTags.exportPage': exportPage(parts),
    'botTags.exportCustomers': exportCustomers(parts),
    'botTags.resume': resume(parts),
    'botTags.saveCatalogueFile': saveCatalogueFile(parts),
    'botTags.loadCatalogueFile': loadCatalogueFile(parts),
    'botTags.unloadCatalogueFile': unloadCatalogueFile(parts),
    ...journalHandlers(parts),
    'botTags.removeAllData': removeAllData(parts),
    'botTags.showLog': { interactive: showLog, withArguments: showLog },
    'botTags.reportIssue': { interactive: reportIssue, withArguments: reportIssue },
  };
}

function taggingHandlers(parts: Wired) {
  const many = tagMany(parts);
  const tagSelected = tagRows(parts, many.make);
  return {
    'botTags.attachTag': tagUser({ ...parts, tagSelected }, 'attach'),
    'botTags.detachTag': tagUser({ ...parts, tagSelected }, 'detach'),
    'botTags.attachTags': many,
  };
}

function journalHandlers(parts: Wired) {
  return {
    'botTags.openJournal': openJournal(parts),
    'botTags.clearJournal': clearJournal(parts),
    'botTags.undo': undo(parts),
  };
}

function copyHandlers(parts: Wired) {
  return {
    'botTags.copyId': copyId(parts),
    'botTags.copyName': copyName(parts),
    'botTags.copyConstant': copyConstant(parts),
    'botTags.findInWorkspace': findInWorkspace(parts),
    'botTags.copyTags': copyTags(parts),
    'botTags.copySandbox': copySandbox(parts),
    'botTags.copyCurl': copyCurl(parts),
    'botTags.copyUserId': copyUserId(parts),
    'botTags.copyUserIds': copyUserIds(parts),
    'botTags.copyRange': copyRange(parts),
  };
}

function runHandlers(parts: Wired) {
  return {
    'botTags.runPlan': runPlan(parts),
    'botTags.openRun': openRun(parts),
    'botTags.pauseRun': pauseRun(parts),
    'botTags.retryFailed': retryFailed(parts),
    'botTags.checkUnknown': checkUnknown(parts),
    'botTags.saveFailedRows': saveFailedRows(parts),
  };
}

/** Returns the handlers of commands about a bot. */
function botHandlers(parts: Wired) {
  return {
    'botTags.addBot': addBot(parts),
    'botTags.trySandbox': trySandbox(parts),
    'botTags.botSettings': botSettings(parts),
    'botTags.replaceToken': replaceToken(parts),
    'botTags.removeBot': removeBot(parts),
    'botTags.checkConnection': checkConnection(parts),
  };
}
