import * as vscode from 'vscode';
import type { BaseUrlProblem } from '../../core/service/baseUrl.ts';

/** What to do about a base URL that is refused. */
export function baseUrlText(problem: BaseUrlProblem): string {
  const shape = baseUrlShape();
  const texts: Record<BaseUrlProblem, string> = {
    'too-long': shape,
    invalid: vscode.l10n.t('This is not a URL. Example: https://api.example.com'),
    scheme: shape,
    credentials: vscode.l10n.t('Remove the user name and password: the token is asked for next.'),
    query: vscode.l10n.t('Remove the part from {0} on.', '?'),
    fragment: vscode.l10n.t('Remove the part from {0} on.', '#'),
  };
  return texts[problem];
}

export function exposedText(url: string): string {
  return vscode.l10n.t(
    '{0} uses plain http: the token and the customers can be read on the way. Use https:// instead, if the service has it.',
    url,
  );
}

/** What a base URL looks like, in full. */
export function baseUrlShape(): string {
  return vscode.l10n.t(
    'The base URL has to begin with https:// (or http:// for tests), without user name, question mark and #, in at most 2,048 characters.',
  );
}
