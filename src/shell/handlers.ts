import { commands } from 'vscode';
import { botHandlers } from '../bots/ui/botHandlers.ts';
import type { Handlers } from '../catalogue/ui/commandRunner.ts';
import { customerHandlers } from '../customers/ui/customerHandlers.ts';
import { exportCustomers } from '../exports/ui/exportCustomers.ts';
import { openOverview } from '../overview/ui/overviewPanels.ts';
import { runPlan } from '../plans/ui/runPlan.ts';
import { tagMany } from '../plans/ui/tagMany.ts';
import { refactorHandlers } from '../refactor/ui/refactorHandlers.ts';
import { runHandlers } from '../runs/ui/runHandlers.ts';
import { tagHandlers } from '../tags/ui/tagHandlers.ts';
import { fileHandlers } from '../workspaceFile/ui/fileCommands.ts';
import { removeAllData } from './removeAllData.ts';
import { resume } from './resume.ts';
import type { Services } from './services.ts';

/** Returns a handler for every command of the manifest. A missing handler is a compile error. */
export function createHandlers(services: Services): Handlers {
  const showLog = async (): Promise<void> => services.log.show();
  const reportIssue = async (): Promise<void> => {
    const extensionId = services.context.extension.id;
    await commands.executeCommand('workbench.action.openIssueReporter', { extensionId });
  };
  return {
    ...botHandlers(services),
    ...fileHandlers(services),
    ...customerHandlers(services),
    'botTags.exportCustomers': exportCustomers(services),
    'botTags.runPlan': runPlan(services),
    'botTags.attachTags': tagMany(services),
    ...runHandlers(services),
    ...tagHandlers(services),
    'botTags.openOverview': openOverview(services),
    ...refactorHandlers(services),
    'botTags.resume': resume(services),
    'botTags.removeAllData': removeAllData(services),
    'botTags.showLog': { interactive: showLog, withArguments: showLog },
    'botTags.reportIssue': { interactive: reportIssue, withArguments: reportIssue },
  };
}
