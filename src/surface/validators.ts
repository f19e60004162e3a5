/** Everything that reads what comes from outside by a schema, as a bundle of its own: zod is loaded when it is needed. */
export { parseAgentInput } from './agentTools.ts';
export { parseArguments } from './commands.ts';
export { parseExportChoices } from './exportChoices.ts';
export { parseIgnored, parseOverviewRequest, parseOverviewState } from './overviewMessages.ts';
export { parseGridMessage, parseGridState, parseView } from './gridMessages.ts';
