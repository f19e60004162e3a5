import { mapLimited } from '../base/mapLimited.ts';
import type { Holder, Holders } from '../runs/holders.ts';
import type { RefactorPorts } from '../runs/refactorPorts.ts';

const FEWEST = 20;
const MOST = 200;
const SHARE = 0.01;

export interface Sample {
  readonly sampled: number;
  /** On so many of them no old tag stands any more. */
  readonly withoutOld: number;
}

interface Wanted {
  readonly old: readonly { readonly id: string }[];
  readonly target: string;
}

/**
 * Asks the service whether the new tag stands on some of those who should have it, picked at random. Whoever has it not
 * is `failed` then.
 */
export async function checkSample(
  ports: RefactorPorts,
  holders: Holders,
  { old, target }: Wanted,
  signal: AbortSignal,
): Promise<Sample> {
  const sample = picked(holders.withNew(), ports.random);
  let [done, withoutOld] = [0, 0];
  const say = (): void => ports.onProgress({ kind: 'sampling', done, total: sample.length });
  say();
  await mapLimited(sample, ports.concurrency, async (holder) => {
    signal.throwIfAborted();
    const lists = await ports.service.listUserTags(holder.user, signal);
    const ids = new Set(lists.flatMap(({ tags }) => tags.map(({ id }) => id)));
    if (!ids.has(target)) holders.end(holder, 'failed');
    if (!old.some(({ id }) => ids.has(id))) withoutOld++;
    done++;
    say();
  });
  return { sampled: sample.length, withoutOld };
}

/** Each is as likely as any other (Fisher and Yates, as far as it is needed). */
function picked(all: readonly Holder[], random: () => number): readonly Holder[] {
  const wanted = Math.min(MOST, Math.max(FEWEST, Math.ceil(all.length * SHARE)), all.length);
  const rest = [...all];
  for (let at = 0; at < wanted; at++) {
    const other = at + Math.floor(random() * (rest.length - at));
    const [one, two] = [rest[at], rest[other]];
    if (one !== undefined && two !== undefined) [rest[at], rest[other]] = [two, one];
  }
  return rest.slice(0, wanted);
}
