import * as vscode from 'vscode';
import type { AgentTool } from '../../surface/agentTools.ts';

/** What an agent may use. None of it writes to the service, or tells who a customer is. */
export interface AgentTools {
  /** Says what the tool is about to do. Throws what is wrong with the input. */
  readonly prepare: (tool: AgentTool, input: unknown) => Promise<vscode.PreparedToolInvocation>;
  /** @returns JSON. Throws an error that can be shown. */
  readonly invoke: (
    tool: AgentTool,
    input: unknown,
    token: vscode.CancellationToken,
  ) => Promise<string>;
}

/** Registers the tools that the manifest declares; what they do is loaded with the first call. */
export function registerTools(
  names: readonly AgentTool[],
  open: () => Promise<AgentTools>,
): vscode.Disposable {
  const registered = names.map((name) =>
    vscode.lm.registerTool<unknown>(name, {
      prepareInvocation: async ({ input }) => (await open()).prepare(name, input),
      invoke: async ({ input }, token) => {
        const text = await (await open()).invoke(name, input, token);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      },
    }),
  );
  return vscode.Disposable.from(...registered);
}
