import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { showInformation } from '../../base/ui/window.ts';

/** What the person said to a file, by its address; kept with the workspace. */
const DECISIONS = 'botTags.files';

/** Where it was said that the workspace is not trusted. */
const UNTRUSTED_SAID = 'botTags.untrustedSaid';

type Decision = 'load' | 'never';

/** What a person has decided, and was told, of the workspace files of this workspace. */
export class FileDecisions {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(file: vscode.Uri): Decision | undefined {
    return this.#all()[file.toString()];
  }

  /** Returns the addresses of the files that are loaded in this workspace. */
  followed(): readonly string[] {
    const all = Object.entries(this.#all());
    return all.flatMap(([file, decision]) => (decision === 'load' ? [file] : []));
  }

  /** @param decision `undefined`: the next time the person is asked again */
  async keep(file: vscode.Uri, decision: Decision | undefined): Promise<void> {
    const all = { ...this.#all() };
    if (decision === undefined) delete all[file.toString()];
    else all[file.toString()] = decision;
    await this.#memento.update(DECISIONS, all);
  }

  /** Whether it is yet to be said that the workspace is not trusted; from now on it is not. */
  async isToSayUntrusted(): Promise<boolean> {
    if (this.#memento.get(UNTRUSTED_SAID) === true) return false;
    await this.#memento.update(UNTRUSTED_SAID, true);
    return true;
  }

  #all(): Readonly<Record<string, Decision>> {
    return this.#memento.get<Record<string, Decision>>(DECISIONS) ?? {};
  }
}

/** Throws in a workspace that is not trusted. */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) throw new NoticeError(untrustedText());
}

/** Says why nothing is loaded, and leads to where that can be changed. */
export async function offerTrust(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const choice = await showInformation(untrustedText(), manage);
  if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}

function untrustedText(): string {
  return vscode.l10n.t(
    'The list of bots and tags in this workspace (bot-tags.jsonc) is not loaded, because the workspace is not trusted. The file can contain addresses that tokens are sent to. Trust the workspace to load the list.',
  );
}
