/** Everything that validates outside data with a schema, in its own bundle: zod is loaded only when needed. */
export { parseAgentInput } from '../commands/agentTools.ts';
export { parseArguments } from '../commands/commands.ts';
export { parseExportChoices } from '../commands/exportCommands.ts';
export {
  parseIgnored,
  parseOverviewRequest,
  parseOverviewState,
} from '../overview/overviewMessages.ts';
export { parseGridMessage, parseGridState, parseView } from '../customers/gridMessages.ts';
