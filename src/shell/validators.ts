/** Validators of outside data, in a separate bundle, so that zod is loaded only when needed. */
export { parseAgentInput } from '../commands/agentTools.ts';
export { parseArguments } from '../commands/commands.ts';
export { parseExportChoices } from '../commands/exportCommands.ts';
export {
  parseIgnored,
  parseOverviewRequest,
  parseOverviewState,
} from '../overview/overviewMessages.ts';
export { parseGridMessage, parseGridState, parseView } from '../customers/gridMessages.ts';
