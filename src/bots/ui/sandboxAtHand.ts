import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TaggingMemory } from '../../service/taggingMemory.ts';
import { userAt } from '../../base/customerUser.ts';
import { customerAt, type Bot } from '../../base/model.ts';
import { startSandboxBot, type SandboxNeeds } from './trySandbox.ts';
import { botNamed } from '../../catalogue/ui/handler.ts';
import type { BotServices } from '../../catalogue/ui/services.ts';
import { TreeNode } from '../../catalogue/ui/treeNode.ts';

export interface SandboxParts extends SandboxNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly services: BotServices;
  readonly memory: TaggingMemory;
}

/** Made-up customers of the sandbox that are offered where a user is asked for. */
const OFFERED = 5;

/** What a button of the walkthrough is about: the sandbox, started, and added when it is not in the list. */
export async function sandboxAtHand(parts: SandboxParts): Promise<TreeNode> {
  const key = await startSandboxBot(parts);
  await offerUsers(parts, botNamed(await parts.catalogue(), key));
  return new TreeNode(key, null);
}

/** Nobody who begins knows the ID of a user by heart. */
async function offerUsers({ services, memory }: SandboxParts, bot: Bot): Promise<void> {
  if (memory.users(bot.key).length > 0) return;
  const service = await services.of(bot);
  const query = { botId: bot.botId, limit: OFFERED };
  const page = await service.listCustomers(query, new AbortController().signal);
  for (const index of page.records.keys()) {
    const user = userAt(page, index);
    if (typeof user !== 'string') memory.noteUser(bot.key, user, customerAt(page, index)?.name);
  }
}
