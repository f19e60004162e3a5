import * as vscode from 'vscode';
import { WALKTHROUGH } from '../../surface/manifest.ts';
import type { Handler } from '../input/handler.ts';
import type { FirstSteps } from './firstSteps.ts';

interface Needs {
  readonly steps: FirstSteps;
  /** `publisher.name` */
  readonly extensionId: string;
}

/** The first version that was seen to change what its page of walkthroughs shows; 1.105 was seen to leave it as it is. */
const CHANGES_PAGE = 139;

/** Time for the page to come to the front, ms. */
const PAUSE = 500;

/** VS Code opens it by itself once, after the installation. */
export function openWalkthrough({ steps, extensionId }: Needs): Handler<'botTags.openWalkthrough'> {
  const show = async (): Promise<void> => {
    const id = `${extensionId}#${WALKTHROUGH}`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
  };
  const open = async (): Promise<void> => {
    steps.tell();
    const before = tabInFront();
    await show();
    const [, minor] = vscode.version.split('.');
    if (Number(minor) >= CHANGES_PAGE || before === undefined) return;
    // VS Code says of its own tabs nothing but names: when no other one comes, this is the page, and still the welcome of VS Code.
    if (await isLeft(before)) return;
    await vscode.window.tabGroups.close(before);
    await show();
  };
  return { byPerson: open, byProgram: open };
}

/** If it is one of VS Code's own in which nothing can be lost, such as that page or the settings. */
function tabInFront(): vscode.Tab | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab?.input === undefined && tab?.isDirty === false ? tab : undefined;
}

/** Whether another tab comes to the front. */
function isLeft(tab: vscode.Tab): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (): void => {
      watching.dispose();
      clearTimeout(timer);
      resolve(!tab.isActive);
    };
    const watching = vscode.window.tabGroups.onDidChangeTabs(() => !tab.isActive && answer());
    const timer = setTimeout(answer, PAUSE);
  });
}
