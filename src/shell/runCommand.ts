import { ServiceError } from '../base/errors.ts';
import { ExportInterrupted } from '../base/exportErrors.ts';
import type { CommandId } from '../commands/commands.ts';
import type { Hand, Handler } from '../catalogue/ui/handler.ts';
import type { LazyValidators } from './lazyValidators.ts';
import type { TreeNode } from '../catalogue/ui/treeNode.ts';

interface Invocation {
  readonly id: CommandId;
  readonly handler: Handler<CommandId>;
  /** `undefined`: other code calls, with an argument object. */
  readonly hand: Hand | undefined;
  readonly argument: unknown;
}

interface Needs {
  readonly validators: LazyValidators;
  /** Those of a hand, looked up where it only says which. */
  readonly nodesOf: (hand: Hand) => Promise<readonly TreeNode[]>;
  /** Shows what went wrong to the person who caused it. */
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Errors end here: shown to a person, thrown to a program. */
export async function runCommand(
  { id, handler, hand, argument }: Invocation,
  needs: Needs,
): Promise<unknown> {
  if (hand === undefined) {
    const validators = await needs.validators();
    try {
      return await handler.byProgram(validators.parseArguments(id, argument));
    } catch (error) {
      throw forCaller(error);
    }
  }
  let { nodes } = hand;
  try {
    nodes = await needs.nodesOf(hand);
    await handler.byPerson({ ...hand, nodes });
  } catch (error) {
    await needs.onError(error, nodes[0]?.bot);
  }
  return undefined;
}

/** VS Code itself writes what a command throws to a log on disk. */
function forCaller(error: unknown): unknown {
  if (ServiceError.is(error)) return ServiceError.withoutExcerpt(error);
  if (!ExportInterrupted.is(error)) return error;
  return new ExportInterrupted(error.file, error.records, forCaller(error.cause));
}
