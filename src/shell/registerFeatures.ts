import { commands, Disposable } from 'vscode';
import { registerBots } from '../bots/ui/registerBots.ts';
import { registerCustomers } from '../customers/ui/registerCustomers.ts';
import { registerExports } from '../exports/ui/exportCustomers.ts';
import { registerOverviews } from '../overview/ui/overviewPanels.ts';
import { registerPlans } from '../plans/ui/registerPlans.ts';
import { registerRefactors } from '../refactor/ui/registerRefactors.ts';
import { registerRuns } from '../runs/ui/registerRuns.ts';
import { registerTags } from '../tags/ui/registerTags.ts';
import { registerWorkspaceFiles } from '../workspaceFile/ui/fileCommands.ts';
import { removeAllData } from './removeAllData.ts';
import { resume } from './resume.ts';
import type { Services } from './services.ts';

export function registerFeatures(services: Services): Disposable {
  return Disposable.from(
    registerBots(services),
    registerWorkspaceFiles(services),
    registerCustomers(services),
    registerExports(services),
    registerPlans(services),
    registerRuns(services),
    registerTags(services),
    registerOverviews(services),
    registerRefactors(services),
    registerGeneralCommands(services),
  );
}

function registerGeneralCommands(services: Services): Disposable {
  const showLog = async (): Promise<void> => services.log.show();
  const reportIssue = async (): Promise<void> => {
    const extensionId = services.context.extension.id;
    await commands.executeCommand('workbench.action.openIssueReporter', { extensionId });
  };
  return services.commands.register({
    'botTags.resume': resume(services),
    'botTags.removeAllData': removeAllData(services),
    'botTags.showLog': { interactive: showLog, withArguments: showLog },
    'botTags.reportIssue': { interactive: reportIssue, withArguments: reportIssue },
  });
}
