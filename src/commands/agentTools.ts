import * as z from '../base/zod.ts';
import { segment, text } from './argumentParts.ts';

const shortText = text.check(z.maxLength(500));

/** Input of each tool for agents. The manifest declares the same schema for the model. */
export const AGENT_TOOLS = {
  botTags_find_tags: z.strictObject({
    /** Part of a name, ID or folder; absent: all tags. */
    query: z.optional(z.string().check(z.maxLength(500))),
    /** A bot's key or bot ID; absent: all bots. */
    bot: z.optional(shortText),
  }),
  botTags_count_customers: z.strictObject({ bot: shortText, search: segment }),
  /** Needs either `search` or `file`. */
  botTags_draft_plan: z.strictObject({
    bot: shortText,
    action: z.enum(['attach', 'detach']),
    /** IDs */
    tags: z.readonly(z.array(shortText).check(z.minLength(1), z.maxLength(50))),
    search: z.optional(segment),
    /** Path in the workspace. */
    file: z.optional(text.check(z.maxLength(1000))),
  }),
};

export type AgentTool = keyof typeof AGENT_TOOLS;
export type AgentInput<K extends AgentTool> = Readonly<z.infer<(typeof AGENT_TOOLS)[K]>>;

/** @throws {Error} if a field is wrong; the message names each wrong field but no values */
export function parseAgentInput<K extends AgentTool>(tool: K, value: unknown): AgentInput<K> {
  const parsed = AGENT_TOOLS[tool].safeParse(value);
  if (parsed.success) return parsed.data as AgentInput<K>;
  const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Error(`${tool}: ${problems.join('; ')}`);
}
