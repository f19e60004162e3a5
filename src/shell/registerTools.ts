import * as vscode from 'vscode';
import type { AgentTool } from '../commands/agentTools.ts';

/** Tools for agents. No tool writes to the service or returns data of a customer. */
export interface AgentTools {
  /** Describes a call before it is made. Throws if the input is invalid. */
  readonly prepare: (tool: AgentTool, input: unknown) => Promise<vscode.PreparedToolInvocation>;
  /** Returns JSON. Throws an error whose message can be shown. */
  readonly invoke: (
    tool: AgentTool,
    input: unknown,
    token: vscode.CancellationToken,
  ) => Promise<string>;
}

/** @param openTools called with each use of a tool; the first use loads the code of the tools */
export function registerTools(
  names: readonly AgentTool[],
  openTools: () => Promise<AgentTools>,
): vscode.Disposable {
  const registrations = names.map((name) =>
    vscode.lm.registerTool<unknown>(name, {
      prepareInvocation: async ({ input }) => (await openTools()).prepare(name, input),
      invoke: async ({ input }, token) => {
        const text = await (await openTools()).invoke(name, input, token);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
  return vscode.Disposable.from(...registrations);
}
