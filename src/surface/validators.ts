/** Everything that validates outside data with a schema, in its own bundle: zod is loaded only when needed. */
export { parseAgentInput } from './agentTools.ts';
export { parseArguments } from './commands.ts';
export { parseExportChoices } from './exportChoices.ts';
export { parseIgnored, parseOverviewRequest, parseOverviewState } from './overviewMessages.ts';
export { parseGridMessage, parseGridState, parseView } from './gridMessages.ts';
