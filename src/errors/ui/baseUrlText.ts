import * as vscode from 'vscode';
import type { BaseUrlProblem } from '../../base/baseUrl.ts';

/** What to do about a base URL that is refused. */
export function baseUrlText(problem: BaseUrlProblem): string {
  switch (problem) {
    case 'invalid':
      return vscode.l10n.t('This is not a URL. Example: https://api.example.com');
    case 'credentials':
      return vscode.l10n.t(
        'Remove the user name and password from the URL. You will enter the token in the next step.',
      );
    case 'too-long':
    case 'scheme':
    case 'query':
    case 'fragment':
      return baseUrlShape();
  }
}

export function exposedText(url: string): string {
  return vscode.l10n.t(
    '{0} uses plain http, so anyone on the network path can read the token and the customer data. Use https:// if the service supports it.',
    url,
  );
}

/** What a base URL looks like, in full. */
export function baseUrlShape(): string {
  return vscode.l10n.t(
    'The base URL must begin with https:// (or http:// for tests). It must not contain a user name, a question mark, or #, and must have at most 2,048 characters.',
  );
}
