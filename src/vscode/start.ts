import * as vscode from 'vscode';
import { Catalogue } from '../core/catalogue.ts';
import { ItemActions } from '../core/itemActions.ts';
import { lazy } from '../core/lazy.ts';
import type { CatalogueStore, Clock, SandboxState } from '../core/ports.ts';
import { TagActions } from '../core/tagActions.ts';
import type { Backend } from './backend.ts';
import { botNamed } from './commands/handler.ts';
import { createHandlers, type Handlers } from './commands/handlers.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { askToken } from './commands/replaceToken.ts';
import { CustomerPanels } from './customers/customerPanels.ts';
import { ROW_COMMANDS } from './customers/rowCommands.ts';
import { JsonDocuments } from './json/jsonDocuments.ts';
import type { Parts } from './parts.ts';
import { SandboxHost, type RunningSandbox, type SandboxOptions } from './sandboxHost.ts';
import { BotServices } from './services.ts';
import { setting } from './settings.ts';
import { showError } from './showError.ts';
import { SecretTokens } from './tokens.ts';
import { BotTree } from './tree/treeView.ts';

/** What `extension.ts` hands over: the parts that are loaded late. */
export interface LateParts {
  readonly log: vscode.LogOutputChannel;
  readonly clock: Clock;
  readonly openBackend: () => Promise<Backend>;
  readonly openStore: () => Promise<{
    readonly catalogue: CatalogueStore;
    readonly sandbox: SandboxState | undefined;
    readonly problem: string | undefined;
  }>;
  readonly startSandbox: (options: SandboxOptions) => Promise<RunningSandbox>;
}

export interface Started {
  readonly parts: Parts;
  stop(): Promise<void>;
}

/** Puts the parts together and registers what VS Code calls. */
export function start(context: vscode.ExtensionContext, late: LateParts): Started {
  const { log, clock } = late;
  const tokens = new SecretTokens(context);
  const backend = lazy(late.openBackend);
  const store = lazy(async () => {
    const opened = await late.openStore();
    if (opened.problem !== undefined) sayNothingIsKept(opened.problem, log);
    return opened;
  });
  const catalogue = lazy(async () => new Catalogue((await store()).catalogue, clock));
  const sandbox = new SandboxHost(tokens, async (options) => {
    const { sandbox: state } = await store();
    const customers = setting('botTags.sandbox.customers');
    return late.startSandbox({ ...options, customers, ...(state === undefined ? {} : { state }) });
  });
  const services = new BotServices({ backend, tokens, sandbox });
  const tags = new TagActions(services.of);
  const items = lazy(async () => new ItemActions(await catalogue(), services.of));
  const replaceToken = async (botKey: string): Promise<void> =>
    askToken({ catalogue, tokens }, botNamed(await catalogue(), botKey));
  const onError = (error: unknown, botKey: string | undefined): Promise<void> =>
    showError({ log, replaceToken }, error, botKey);
  const tree = new BotTree(catalogue, tokens);
  const documents = new JsonDocuments();
  const handlers = (): Handlers => allHandlers;
  const panels = new CustomerPanels(catalogue, {
    extensionUri: context.extensionUri,
    serviceOf: services.of,
    backend,
    tags,
    onRowVerb: async (verb, row) => {
      await handlers()[ROW_COMMANDS[verb]].byPerson({ nodes: [], row });
    },
    onError: (error, bot) => onError(error, bot.key),
  });
  const parts: Parts = {
    ...{ catalogue, items, tags, tokens, services, sandbox, tree, panels, documents },
    ...{ lastUsers: new Map(), log, clock },
  };
  const allHandlers = createHandlers(parts);
  context.subscriptions.push(log, tokens, tree, documents, panels);
  context.subscriptions.push(...registerCommands(allHandlers, { backend, onError }));
  const stop = async (): Promise<void> => {
    await Promise.all([sandbox.stop(), backend.current?.close()]);
    store.current?.catalogue.close();
  };
  return { parts, stop };
}

function sayNothingIsKept(problem: string, log: vscode.LogOutputChannel): void {
  log.error(`The catalogue cannot be opened: ${problem}`);
  void vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The list of bots and tags cannot be kept, and lasts as long as this window: {0}',
      problem,
    ),
  );
}
