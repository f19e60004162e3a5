import type { RunTagging } from '../../service/tagActions.ts';
import { TAG, type Bot } from '../../base/model.ts';
import type { RefactorPorts } from '../../runs/refactorPorts.ts';
import { runPorts } from '../../runs/ui/runPorts.ts';
import { itemPorts } from './itemPorts.ts';
import type { RefactorNeeds, RefactorTalk } from './refactorNeeds.ts';
import type { RefactorLog } from './refactorLog.ts';

interface Refactored {
  readonly bot: Bot;
  readonly log: RefactorLog;
  /** Of the tag that takes the place of the others. */
  readonly name: string;
  /** Told of each tag that went on or off somebody. */
  readonly noted: (tagging: RunTagging) => void;
}

/** What a refactor of this bot works with. */
export async function refactorPorts(
  { services, catalogue: lazyCatalogue, items: lazyItems, known, clock, kept }: RefactorNeeds,
  { bot, log, name, noted }: Refactored,
  { questions, onProgress }: RefactorTalk,
): Promise<RefactorPorts> {
  const catalogue = await lazyCatalogue();
  const items = await lazyItems();
  const own = itemPorts(catalogue, items, bot);
  // First: a sandbox that has to be started may make its token anew.
  await services.baseUrl(bot);
  const service = await services.forRuns(bot);
  const step: RefactorPorts['step'] = (...changes) => log.step(...changes);
  const ports = runPorts({ bot, service, items, typeOf: () => TAG, known, kept, step });
  return {
    ...ports,
    ...{ steady: ports.clock, clock },
    perform: async (operation, signal) => {
      await ports.perform(operation, signal);
      if (operation.kind === 'delete') return;
      const { kind, tagId, user } = operation;
      noted({ user, tag: { id: tagId, name }, isOn: kind === 'attach' });
    },
    botId: bot.botId,
    service,
    create: ({ name, parentId }) =>
      own.create({ name, type: TAG, parentId: parentId ?? undefined }),
    remove: (id) => own.remove({ id, type: TAG }),
    takeOff: own.takeOff,
    save: (state, counts) => log.save(state, counts),
    questions,
    random: Math.random,
    onProgress,
  };
}
