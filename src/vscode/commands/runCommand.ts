import type { CommandId } from '../../commandTypes.ts';
import type { LazyBackend } from '../backend.ts';
import type { Hand, Handler } from './handler.ts';

interface Invocation {
  readonly id: CommandId;
  readonly handler: Handler<CommandId>;
  /** `undefined`: other code calls, with an argument object. */
  readonly hand: Hand | undefined;
  readonly argument: unknown;
}

interface Needs {
  readonly backend: LazyBackend;
  /** Shows what went wrong to the person who caused it. */
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** Errors end here: shown to a person, thrown to a program. */
export async function runCommand(
  { id, handler, hand, argument }: Invocation,
  needs: Needs,
): Promise<unknown> {
  if (hand === undefined) {
    const backend = await needs.backend();
    return handler.byProgram(backend.parseArguments(id, argument));
  }
  try {
    await handler.byPerson(hand);
  } catch (error) {
    await needs.onError(error, hand.nodes[0]?.bot);
  }
  return undefined;
}
