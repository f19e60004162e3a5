import type { Uri } from 'vscode';
import { storeSaveFolderIn } from '../base/ui/filePaths.ts';
import type { TreeNode } from '../catalogue/ui/treeNode.ts';
import type { PlanEditors } from '../plans/ui/planEditors.ts';
import { describer, type DescribeTags } from '../tags/ui/describeTags.ts';
import { dropItems } from '../tags/ui/moveItems.ts';
import { createAgentTools } from './agentTools.ts';
import { createServices } from './createServices.ts';
import { registerFeatures } from './registerFeatures.ts';
import type { AgentTools } from './registerTools.ts';
import { ResumableCounter } from './resumables.ts';
import type { Services, Shell } from './services.ts';

export interface Features extends Pick<
  Services,
  'commands' | 'panels' | 'overviews' | 'journalTree'
> {
  /** Returns the text of a run's result. */
  runText(uri: Uri): Promise<string>;
  readonly describe: DescribeTags;
  readonly agentTools: AgentTools;
  readonly planEditors: Pick<PlanEditors, 'lenses' | 'onDidChangeLenses'>;
  /** @param target `undefined`: dropped below all rows */
  drop(nodes: readonly TreeNode[], target: TreeNode | undefined): Promise<void>;
  /** Handles a workspace file that was found, changed or removed. */
  onFile(file: Uri): Promise<void>;
  /** Stops all work, and saves its results. Called when the window closes. */
  stop(): Promise<void>;
}

/** Creates everything behind the commands and panels. Has its own bundle, which is loaded on first use. */
export function createFeatures(shell: Shell): Features {
  const services = createServices(shell);
  const { commands, panels, overviews, journalTree, planEditors, catalogue, errors } = services;
  const registration = registerFeatures(services);
  // Resumable jobs are counted when a run begins, and when the catalogue is first opened. The counter notices other
  // changes itself.
  const counter = new ResumableCounter({ ...services, summary: shell.summary });
  services.activeRuns.onDidBegin(() => counter.scheduleCount());
  services.bots.onDidOpen(() => counter.scheduleCount());
  storeSaveFolderIn(shell.context.globalState);
  shell.steps.setContextKeys();
  const showErrors = (step: Promise<void>): Promise<void> =>
    step.catch((error: unknown) => errors.show(error, undefined));
  return {
    commands,
    panels,
    overviews,
    journalTree,
    planEditors,
    describe: describer(catalogue),
    agentTools: createAgentTools(services),
    runText: (uri) => services.runDocuments.text(uri),
    drop: (nodes, target) => showErrors(dropItems(services, nodes, target)),
    onFile: (file) => showErrors(services.files.handleChange(file)),
    stop: async () => {
      await stop(services, counter);
      registration.dispose();
    },
  };
}

/** Stops work before the services it depends on, so that its results and resume positions can be saved. */
async function stop(services: Services, counter: ResumableCounter): Promise<void> {
  const { tagIndex, exports, activeRuns, owner, scans, sandbox, client } = services;
  tagIndex.current?.dispose();
  counter.stop();
  const stopRuns = async (): Promise<void> => {
    await activeRuns.stop();
    owner.close();
  };
  await Promise.all([exports.stop(), stopRuns(), scans.stop()]);
  await Promise.all([sandbox.stop(), client.current?.close()]);
}
