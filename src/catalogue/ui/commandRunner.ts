import type { CommandId } from '../../commands/commands.ts';
import type { CommandContext, Handler } from './handler.ts';

/** Handlers of commands. A feature returns those of its own commands. */
export type Handlers<K extends CommandId = CommandId> = { readonly [Id in K]: Handler<Id> };

/** Runs commands for the extension's own panels and tools. */
export interface CommandRunner {
  /** Runs a command as if the user had called it. The command shows its own errors. */
  run(id: CommandId, context: CommandContext): Promise<unknown>;
  /** Returns the handler of a command, which throws its errors. */
  handlerOf<K extends CommandId>(id: K): Handlers[K];
}
