import type * as vscode from 'vscode';
import type { Disposable, Event } from '../base/emitter.ts';
import type { Lazy } from '../base/promises.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { WorkspaceFileText } from '../catalogue/workspaceFileText.ts';
import type { TokenStore } from '../base/ports.ts';
import type { PanelSegments } from '../customers/ui/panelParts.ts';
import { askAndRemove, askAndSave } from '../customers/ui/saveSegment.ts';
import type { PlainLog } from '../base/ui/sinks.ts';
import { UserTimeZone } from '../search/ui/personsZone.ts';
import { explainBlockedChange } from '../search/ui/pointOutBlocked.ts';
import { SavedSegments, WindowSegments } from '../search/ui/savedSegments.ts';
import { vocabularyOf } from '../catalogue/ui/vocabularyOf.ts';
import { FileDecisions } from '../workspaceFile/ui/fileDecisions.ts';
import { WorkspaceFiles } from '../workspaceFile/ui/workspaceFiles.ts';

interface Shell {
  readonly context: Pick<vscode.ExtensionContext, 'subscriptions' | 'workspaceState'>;
  readonly tokens: TokenStore;
  readonly log: PlainLog;
}

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly text: Lazy<WorkspaceFileText>;
}

/** Creates the workspace files, the named segments in them and in the window, and the segment access for the panels. */
export function createSegments({ context, tokens, log }: Shell, { catalogue, text }: Needs) {
  const { workspaceState: memento } = context;
  const files = new WorkspaceFiles({ catalogue, tokens, log, memento, text });
  context.subscriptions.push(files);
  const windowSegments = new WindowSegments(memento);
  explainBlockedChange({
    memento,
    inWindow: windowSegments.all(),
    files: new FileDecisions(memento).followed(),
    onDidLoad: files.onDidChangeSegments,
  });
  const segments = new SavedSegments(files, windowSegments);
  const zone = new UserTimeZone();
  const parts = { segments, windowSegments, files, zone };
  const ofPanels: PanelSegments = {
    savedOf: (bot) => segments.segmentsOf(bot),
    onDidChange: segments.onDidChange,
    vocabularyOf: async (bot) => vocabularyOf(await catalogue(), bot.key),
    onDidChangeNames: namesOf(catalogue),
    sayZone: (zoneName) => zone.say(zoneName),
    save: (bot, text) => askAndSave(parts, bot, text),
    remove: (bot, name, from) => askAndRemove(parts, bot, { name, from }),
  };
  return {
    parts,
    ofPanels,
    forget: (bot: string) => windowSegments.forget(bot),
  };
}

function namesOf(catalogue: Lazy<Catalogue>): Event<string> {
  return (listener) => {
    let listening: Disposable | undefined;
    let isOver = false;
    const listen = async (): Promise<void> => {
      const open = await catalogue();
      if (isOver) return;
      listening = open.onDidChange((changes) => {
        for (const bot of new Set(changes.map((change) => change.bot))) {
          if (bot !== undefined) listener(bot);
        }
      });
    };
    // Errors of opening the list are shown where the list is shown.
    listen().catch(() => undefined);
    return {
      dispose: () => {
        isOver = true;
        listening?.dispose();
      },
    };
  };
}
