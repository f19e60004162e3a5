import { ServiceError } from '../base/errors.ts';
import { ExportInterrupted } from '../base/exportErrors.ts';
import type { CommandId } from '../commands/commands.ts';
import type { CommandContext, Handler } from '../catalogue/ui/handler.ts';
import type { LazyValidators } from './lazyValidators.ts';
import type { TreeNode } from '../catalogue/ui/treeNode.ts';

interface Invocation {
  readonly id: CommandId;
  readonly handler: Handler<CommandId>;
  /** Context of the command; `undefined` if a program calls it with an argument object. */
  readonly hand: CommandContext | undefined;
  readonly argument: unknown;
}

interface Needs {
  readonly validators: LazyValidators;
  /** Returns the nodes of the context. Looks them up if the context only refers to them. */
  readonly nodesOf: (hand: CommandContext) => Promise<readonly TreeNode[]>;
  /** Shows an error to the user. */
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Runs a command. Errors are shown to the user, or thrown if a program calls. */
export async function runCommand(
  { id, handler, hand, argument }: Invocation,
  needs: Needs,
): Promise<unknown> {
  if (hand === undefined) {
    const validators = await needs.validators();
    try {
      return await handler.withArguments(validators.parseArguments(id, argument));
    } catch (error) {
      throw forCaller(error);
    }
  }
  let { nodes } = hand;
  try {
    nodes = await needs.nodesOf(hand);
    await handler.interactive({ ...hand, nodes });
  } catch (error) {
    await needs.onError(error, nodes[0]?.bot);
  }
  return undefined;
}

/** Returns the error without response excerpts, because VS Code writes errors of commands to a log file. */
function forCaller(error: unknown): unknown {
  if (ServiceError.is(error)) return ServiceError.withoutExcerpt(error);
  if (!ExportInterrupted.is(error)) return error;
  return new ExportInterrupted(error.file, error.records, forCaller(error.cause));
}
