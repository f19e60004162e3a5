import { commands } from 'vscode';
import { FOLDER, TAG } from '../../core/model.ts';
import type { CommandId } from '../../surface/commands.ts';
import { addBot } from '../bots/addBot.ts';
import { checkConnection } from '../bots/checkConnection.ts';
import { renameInTree } from '../bots/botLabel.ts';
import { botSettings } from '../bots/botSettings.ts';
import { removeBot } from '../bots/removeBot.ts';
import { replaceToken } from '../bots/replaceToken.ts';
import { trySandbox } from '../bots/trySandbox.ts';
import { copyRange } from '../customers/copyRange.ts';
import { copyUserId, copyUserIds, openRecord } from '../customers/customerRow.ts';
import { exportPage } from '../customers/exportPage.ts';
import { loadAll, loadMore, openCustomers } from '../customers/loadCustomers.ts';
import { saveSegment } from '../customers/saveSegment.ts';
import { showTagCustomers } from '../customers/tagCustomers.ts';
import { removeAllData } from '../data/removeAllData.ts';
import { exportCustomers } from '../exports/exportCustomers.ts';
import type { Handler } from '../input/handler.ts';
import { openOverview } from '../overview/openOverview.ts';
import { runPlan } from '../plans/check/runPlan.ts';
import { planDeletion } from '../plans/planDeletion.ts';
import { tagRows } from '../plans/check/tagRows.ts';
import { tagMany } from '../plans/tagMany.ts';
import { checkUnknown, pauseRun, retryFailed } from '../runs/runCommands.ts';
import { openRun } from '../runs/result/openRun.ts';
import { saveFailedRows } from '../runs/result/saveFailedRows.ts';
import { mergeTags } from '../refactor/mergeTags.ts';
import { moveToFolder } from '../refactor/moveToFolder.ts';
import { renameTag } from '../refactor/renameTag.ts';
import { resume } from '../resume/resume.ts';
import { clearJournal } from '../journal/clearJournal.ts';
import { openJournal } from '../journal/openJournal.ts';
import { undo } from '../journal/undo.ts';
import { addExisting } from '../tags/addExisting.ts';
import { copyId, copyName } from '../tags/copy.ts';
import { copySandbox } from '../bots/copySandbox.ts';
import { copyTags } from '../copy/copyTags.ts';
import { copyConstant, findInWorkspace } from '../tags/inCode.ts';
import { createItem } from '../tags/createItem.ts';
import { deleteItem } from '../tags/deleteItem.ts';
import { discoverTags } from '../tags/discoverTags.ts';
import { clearFilter, filterTags } from '../tags/filterTags.ts';
import { goToTag } from '../tags/goToTag.ts';
import { refresh } from '../tags/refresh.ts';
import { removeFromList } from '../tags/removeFromList.ts';
import { sortTags } from '../tags/sortTags.ts';
import { copyCurl } from '../users/copyCurl.ts';
import { listUserTags } from '../users/listUserTags.ts';
import { tagUser } from '../users/tagUser.ts';
import {
  loadCatalogueFile,
  saveCatalogueFile,
  unloadCatalogueFile,
} from '../workspaceFile/fileCommands.ts';
import type { Wired } from './wired.ts';

export type Handlers = { readonly [K in CommandId]: Handler<K> };

/** Every command of the manifest; one without a handler does not compile. */
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
    'botTags.showLog': { byPerson: showLog, byProgram: showLog },
    'botTags.reportIssue': { byPerson: reportIssue, byProgram: reportIssue },
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

/** Those about a bot itself. */
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
