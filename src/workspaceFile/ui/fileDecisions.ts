import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { showInformation } from '../../base/ui/window.ts';

/** Key of the user's decisions by file URI, in the workspace state. */
const DECISIONS = 'botTags.files';

/** Key of the flag that the notice about the untrusted workspace was shown. */
const UNTRUSTED_SHOWN = 'botTags.untrustedSaid';

type Decision = 'load' | 'never';

/** The user's decisions about workspace files, and the notices shown about them, in this workspace. */
export class FileDecisions {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  of(file: vscode.Uri): Decision | undefined {
    return this.#decisions()[file.toString()];
  }

  /** @param decision `undefined`: the user is prompted again next time */
  async set(file: vscode.Uri, decision: Decision | undefined): Promise<void> {
    const decisions = { ...this.#decisions() };
    if (decision === undefined) delete decisions[file.toString()];
    else decisions[file.toString()] = decision;
    await this.#memento.update(DECISIONS, decisions);
  }

  /** Marks the notice about the untrusted workspace as shown. Returns `false` if it was shown before. */
  async claimUntrustedNotice(): Promise<boolean> {
    if (this.#memento.get(UNTRUSTED_SHOWN) === true) return false;
    await this.#memento.update(UNTRUSTED_SHOWN, true);
    return true;
  }

  #decisions(): Readonly<Record<string, Decision>> {
    return this.#memento.get<Record<string, Decision>>(DECISIONS) ?? {};
  }
}

/** @throws {NoticeError} if the workspace is not trusted */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) throw new NoticeError(untrustedText());
}

/** Explains why nothing is loaded, and offers to manage the workspace trust. */
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
