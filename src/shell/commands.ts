import type { Disposable } from 'vscode';
import { ServiceError } from '../base/errors.ts';
import { ExportInterrupted } from '../base/exportErrors.ts';
import type { Lazy } from '../base/promises.ts';
import { prepareSandbox, type PrepareSandboxNeeds } from '../bots/ui/sandboxBot.ts';
import type { CommandRunner, Handlers } from '../catalogue/ui/catalogueServices.ts';
import type { CommandContext, Handler } from '../catalogue/ui/handler.ts';
import type { TreeNode } from '../catalogue/ui/treeNode.ts';
import type { CommandId } from '../commands/commands.ts';
import type { ErrorDisplay } from '../customers/ui/customerServices.ts';
import type * as validators from './validators.ts';

interface Needs extends PrepareSandboxNeeds {
  readonly validators: Lazy<typeof validators>;
  readonly errors: ErrorDisplay;
}

/** Runs commands for the user, for programs, and for the extension's own panels and tools. */
export class Commands implements CommandRunner {
  readonly #services: Needs;
  readonly #handlers = new Map<CommandId, Handler<CommandId>>();

  constructor(services: Needs) {
    this.#services = services;
  }

  register<K extends CommandId>(handlers: Handlers<K>): Disposable {
    const ids = Object.keys(handlers) as K[];
    for (const id of ids) this.#handlers.set(id, handlers[id]);
    return {
      dispose: () => {
        for (const id of ids) this.#handlers.delete(id);
      },
    };
  }

  handlerOf<K extends CommandId>(id: K): Handlers[K] {
    const handler = this.#handlers.get(id);
    if (handler === undefined) throw new Error(`${id} is not registered.`);
    return handler as Handlers[K];
  }

  /** Runs a command for the user. Shows its errors. */
  async run(id: CommandId, context: CommandContext): Promise<unknown> {
    let { nodes } = context;
    try {
      nodes = await this.#nodesOf(context);
      await this.handlerOf(id).interactive({ ...context, nodes });
    } catch (error) {
      await this.#services.errors.show(error, nodes[0]?.bot);
    }
    return undefined;
  }

  /** Runs a command for a program. Throws its errors. */
  async runWithArguments(id: CommandId, argument: unknown): Promise<unknown> {
    const { parseArguments } = await this.#services.validators();
    const handler: Handler<CommandId> = this.handlerOf(id);
    try {
      return await handler.withArguments(parseArguments(id, argument));
    } catch (error) {
      throw withoutExcerpts(error);
    }
  }

  /** Returns the given nodes of the context, those in focus, or the sandbox bot, which is added if missing. */
  async #nodesOf(context: CommandContext): Promise<readonly TreeNode[]> {
    if (context.isAtFocus === true) return this.#services.tree.inFocus();
    return context.isAtSandbox === true ? [await prepareSandbox(this.#services)] : context.nodes;
  }
}

/** Returns the error without response excerpts, because VS Code writes errors of commands to a log file. */
function withoutExcerpts(error: unknown): unknown {
  if (ServiceError.is(error)) return ServiceError.withoutExcerpt(error);
  if (!ExportInterrupted.is(error)) return error;
  return new ExportInterrupted(error.file, error.records, withoutExcerpts(error.cause));
}
