import * as vscode from 'vscode';
import type { BaseUrlProblem } from '../../core/service/baseUrl.ts';

/** What to do about a base URL that is refused. */
export function baseUrlText(problem: BaseUrlProblem): string {
  const texts: Record<BaseUrlProblem, string> = {
    'too-long': vscode.l10n.t('The base URL is too long: enter at most 2,048 characters.'),
    invalid: vscode.l10n.t('This is not a URL. Example: https://api.example.com'),
    scheme: vscode.l10n.t('The base URL has to begin with https:// (or http:// for tests).'),
    credentials: vscode.l10n.t('Remove the user name and password: the token is asked for next.'),
    query: vscode.l10n.t('Remove the part from the question mark on.'),
    fragment: vscode.l10n.t('Remove the part from the # on.'),
  };
  return texts[problem];
}

export function exposedText(url: string): string {
  return vscode.l10n.t(
    '{0} uses plain http: everybody on the way to it can read the token and the customers. Use https:// instead, if the service has it.',
    url,
  );
}
