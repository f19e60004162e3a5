import * as vscode from 'vscode';
import { WALKTHROUGH } from '../../surface/manifest.ts';
import type { Handler } from '../input/handler.ts';
import type { FirstSteps } from './firstSteps.ts';

interface Needs {
  readonly steps: FirstSteps;
  /** `publisher.name` */
  readonly extensionId: string;
}

/** VS Code opens it by itself once, after the installation. */
export function openWalkthrough({ steps, extensionId }: Needs): Handler<'botTags.openWalkthrough'> {
  const open = async (): Promise<void> => {
    steps.tell();
    const id = `${extensionId}#${WALKTHROUGH}`;
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
  };
  return { byPerson: open, byProgram: open };
}
