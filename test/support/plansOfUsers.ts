import { writeFileSync } from 'node:fs';
import { LINE } from '../../src/base/model.ts';
import type { MemoryState, Sandbox } from '../../src/sandbox/startSandbox.ts';
import { VIP } from './sandboxItems.ts';

/** ID of the LINE account page of all users. */
const PAGE_ID = '@shop';

/** Writes a plan that attaches "VIP" to users `NAME-0`, `NAME-1` and so on. */
export function writePlan(
  file: string,
  name: string,
  { botId, baseUrl }: Pick<Sandbox, 'botId' | 'baseUrl'>,
  count: number,
): void {
  const head = {
    plan: 1,
    do: 'attach',
    bot: botId,
    baseUrl,
    environment: '',
    tags: [{ id: VIP, name: 'VIP' }],
    checkFirst: false,
    made: new Date().toISOString(),
    source: { from: 'service' },
  };
  const users = Array.from(
    { length: count },
    (_, index) =>
      `    {"do":"attach","user":"${name}-${index}","page":"${PAGE_ID}","channel":"LINE"}`,
  );
  const headWithoutEnd = JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  writeFileSync(
    file,
    `// ${name}\n${headWithoutEnd},\n  "users": [\n${users.join(',\n')}\n  ]\n}\n`,
  );
}

/** Returns how often "VIP" was attached to each user of such a plan. 0 means that the user does not have it. */
export function countsOf(state: MemoryState, name: string, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const key = JSON.stringify([LINE, PAGE_ID, `${name}-${index}`]);
    return state.taggings(key).get(VIP)?.count ?? 0;
  });
}
