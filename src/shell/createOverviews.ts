import type * as vscode from 'vscode';
import type { CommandId } from '../commands/commands.ts';
import type { CommandContext } from '../catalogue/ui/handler.ts';
import type { LazyValidators } from './lazyValidators.ts';
import { OverviewPanels } from '../overview/ui/overviewPanels.ts';
import type { OverviewParts } from '../overview/ui/overviewParts.ts';
import { planDeletion } from '../plans/ui/planDeletion.ts';
import type { Handlers } from './handlers.ts';
import { runCommand } from './runCommand.ts';
import type { Wired } from './wired.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
  readonly tree: OverviewParts['tree'];
  readonly validators: LazyValidators;
  readonly clock: OverviewParts['clock'];
}

type OwnParts = 'extensionUri' | 'memento' | 'run' | 'planDeletion' | keyof Omit<Shell, 'context'>;

type Needs = Omit<OverviewParts, OwnParts> & {
  readonly handlers: () => Handlers;
  readonly planTexts: Wired['planTexts'];
};

/** Creates the Tag Overviews, which delegate actions to commands. */
export function createOverviews(shell: Shell, needs: Needs): OverviewPanels {
  const { context, tree, validators, clock } = shell;
  const { handlers, planTexts, catalogue, onError } = needs;
  const nodesOf = ({ nodes }: CommandContext) => Promise.resolve(nodes);
  const dependencies = { validators, nodesOf, onError };
  const run = (id: CommandId, hand: CommandContext): Promise<unknown> =>
    runCommand({ id, handler: handlers()[id], hand, argument: undefined }, dependencies);
  return new OverviewPanels({
    ...needs,
    tree,
    validators,
    clock,
    run,
    extensionUri: context.extensionUri,
    memento: context.workspaceState,
    planDeletion: (bot, items) => planDeletion({ catalogue, clock, planTexts }, bot, items),
  });
}
