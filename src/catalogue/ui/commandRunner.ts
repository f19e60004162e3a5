import type { Disposable } from 'vscode';
import type { CommandId } from '../../commands/commands.ts';
import type { CommandContext, Handler } from './handler.ts';

export type Handlers<K extends CommandId = CommandId> = { readonly [Id in K]: Handler<Id> };

/** Runs commands for the extension's own panels and tools. */
export interface CommandRunner {
  /**
   * Registers the handlers of a feature's commands.
   * @returns a disposable that removes them
   */
  register<K extends CommandId>(handlers: Handlers<K>): Disposable;
  /** Runs a command as if the user had called it. The command shows its own errors. */
  run(id: CommandId, context: CommandContext): Promise<unknown>;
  /** Returns the handler of a command, which throws its errors. */
  handlerOf<K extends CommandId>(id: K): Handlers[K];
}
