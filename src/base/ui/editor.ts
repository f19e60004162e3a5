import * as vscode from 'vscode';
import { plain } from './sinks.ts';

export function diagnosticAt(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  return new vscode.Diagnostic(range, diagnosticText(message), severity);
}

/** Returns the message of a diagnostic that is created from this text. */
export function diagnosticText(message: string): string {
  return plain('diagnostic', message);
}

/** Creates a quick fix without an edit or command, which the caller has to set. */
export function quickFix(title: string): vscode.CodeAction {
  return new vscode.CodeAction(plain('codeAction', title), vscode.CodeActionKind.QuickFix);
}

/** @param click absent: a click does nothing */
export function lensAt(
  range: vscode.Range,
  title: string,
  click: Omit<vscode.Command, 'title'> = { command: '' },
): vscode.CodeLens {
  return new vscode.CodeLens(range, { ...click, title: plain('codeLens', title) });
}

export function buttonLens(
  range: vscode.Range,
  {
    icon,
    title,
    command,
  }: { readonly icon: string; readonly title: string; readonly command: string },
): vscode.CodeLens {
  return new vscode.CodeLens(range, { title: `$(${icon}) ${plain('codeLens', title)}`, command });
}

interface CommandLink {
  readonly title: string;
  readonly command: string;
  readonly argument: object;
}

/** Creates Markdown with a heading, plain lines, and links. Only the commands of the links can be run. */
export function markdownOf(
  heading: string,
  lines: readonly string[],
  links: readonly CommandLink[],
): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  markdown.isTrusted = { enabledCommands: links.map(({ command }) => command) };
  const add = (text: string): void => void markdown.appendText(plain('hover', text));
  markdown.appendMarkdown('**');
  add(heading.trim());
  markdown.appendMarkdown('**');
  for (const line of lines) {
    markdown.appendMarkdown('  \n');
    add(line);
  }
  markdown.appendMarkdown('\n\n');
  for (const [index, { title, command, argument }] of links.entries()) {
    const query = encodeURIComponent(JSON.stringify([argument])).replaceAll(/[()'*!~_]/g, encoded);
    markdown.appendMarkdown(`${index === 0 ? '' : ' · '}[`);
    add(title);
    markdown.appendMarkdown(`](command:${command}?${query})`);
  }
  return markdown;
}

/** Percent-encodes a character that `encodeURIComponent` keeps and that Markdown interprets, such as `)`. */
function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}
