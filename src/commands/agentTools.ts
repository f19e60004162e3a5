import * as z from '../base/zod.ts';
import { segment, text } from './argumentParts.ts';

/** Input of each tool for agents. The manifest declares the same schema for the model. */
export const AGENT_TOOLS = {
  botTags_find_tags: z.strictObject({
    /** Part of a name, ID or folder; absent: all tags. */
    query: z.string().max(500).optional(),
    /** A bot's key or bot ID; absent: all bots. */
    bot: text.max(500).optional(),
  }),
  botTags_count_customers: z.strictObject({ bot: text.max(500), search: segment }),
  /** Needs either `search` or `file`. */
  botTags_draft_plan: z.strictObject({
    bot: text.max(500),
    action: z.enum(['attach', 'detach']),
    /** IDs */
    tags: z.array(text.max(500)).min(1).max(50).readonly(),
    search: segment.optional(),
    /** Path in the workspace. */
    file: text.max(1000).optional(),
  }),
};

export type AgentTool = keyof typeof AGENT_TOOLS;
export type AgentInput<K extends AgentTool> = Readonly<z.infer<(typeof AGENT_TOOLS)[K]>>;

export const AGENT_TOOL_NAMES = Object.keys(AGENT_TOOLS) as readonly AgentTool[];

/**
 * Parses the input of a tool.
 * @throws {Error} if a field is wrong; the message names each wrong field but no values
 */
export function parseAgentInput<K extends AgentTool>(tool: K, value: unknown): AgentInput<K> {
  const parsed = AGENT_TOOLS[tool].safeParse(value);
  if (parsed.success) return parsed.data as AgentInput<K>;
  const problems = parsed.error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Error(`${tool}: ${problems.join('; ')}`);
}
