import type * as vscode from 'vscode';
import type { Exporter } from '../base/exportPlan.ts';
import type { SandboxState } from '../base/ports.ts';
import type { Lazy } from '../base/promises.ts';
import type { CatalogueServices } from '../catalogue/ui/services.ts';
import type { JournalNode } from '../catalogue/ui/treeNode.ts';
import type { WorkspaceFileText } from '../workspaceFile/createFileText.ts';
import type { PlanServices } from '../plans/ui/planServices.ts';
import type { RefactorServices } from '../refactor/ui/refactorServices.ts';
import type * as startSandbox from '../sandbox/startSandbox.ts';
import type * as client from '../service/client.ts';
import type { StoredSummary } from '../catalogue/ui/storedSummary.ts';
import type { Commands } from './commands.ts';
import type { Resumables } from './resumables.ts';
import type * as validators from './validators.ts';

/** All long-lived services of a window. A feature takes the interface of its folder, such as `RunServices`. */
export interface Services extends RefactorServices {
  readonly commands: Commands;
  readonly validators: Lazy<typeof validators>;
  readonly resumables: Resumables;
}

type StartedServices =
  | 'context'
  | 'log'
  | 'clock'
  | 'steps'
  | 'documents'
  | 'notes'
  | 'tokens'
  | 'catalogue'
  | 'journal'
  | 'history'
  | 'overview'
  | 'tree'
  | 'shape'
  | 'openNodes';

/** Services that exist from activation, and the bundles, which are loaded on first use. */
export interface Shell extends Pick<CatalogueServices, StartedServices> {
  readonly planTexts: PlanServices['planTexts'];
  readonly validators: Lazy<typeof validators>;
  readonly exporter: Lazy<Exporter>;
  readonly fileText: Lazy<WorkspaceFileText>;
  readonly summary: StoredSummary;
  readonly journalView: vscode.TreeView<JournalNode>;
  /** Fires with the URI of a run's result when the run has changed. */
  readonly runsChanged: vscode.EventEmitter<vscode.Uri>;
  /** `undefined`: the database could not be opened. The state of a sandbox is then kept in memory only. */
  readonly sandboxState: Lazy<SandboxState | undefined>;
  readonly clientBundle: Lazy<typeof client>;
  readonly sandboxBundle: Lazy<typeof startSandbox>;
}
