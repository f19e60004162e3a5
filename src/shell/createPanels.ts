import type * as vscode from 'vscode';
import { type PanelSegments, type SharedParts, ViewStore } from '../customers/ui/panelParts.ts';
import { GRID_COMMANDS } from '../customers/ui/rowCommands.ts';
import type { LazyValidators } from './lazyValidators.ts';
import type { BotServices } from '../catalogue/ui/services.ts';
import type { FirstSteps } from '../base/ui/firstSteps.ts';
import type { Tagging } from './createTagging.ts';
import type { Handlers } from './handlers.ts';
import type { SeenRecorder } from './recordSeen.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState'>;
  readonly validators: LazyValidators;
  readonly steps: FirstSteps;
}

export interface PanelNeeds {
  readonly services: BotServices;
  readonly tagging: Tagging;
  readonly seen: SeenRecorder;
  readonly segments: { readonly ofPanels: PanelSegments };
  readonly handlers: () => Handlers;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Returns the parts that all Customers panels share. */
export function panelParts(shell: Shell, needs: PanelNeeds): SharedParts {
  const { context, validators, steps } = shell;
  const { services, tagging, seen, segments, handlers, onError } = needs;
  return {
    extensionUri: context.extensionUri,
    serviceOf: services.of,
    validators,
    tags: tagging.parts.tags,
    onPage: (bot, page) => {
      tagging.parts.loaded.note(page);
      seen.page(bot, page);
      steps.done('botTags.didLoadCustomers');
    },
    views: new ViewStore(context.workspaceState, async (kept) =>
      (await validators()).parseView(kept),
    ),
    segments: segments.ofPanels,
    onVerb: async (verb, row) => {
      const hand = { nodes: [], ...(row === undefined ? {} : { row }) };
      await handlers()[GRID_COMMANDS[verb]].interactive(hand);
    },
    onError: (error, bot) => onError(error, bot.key),
  };
}
