import * as vscode from 'vscode';
import { escapedRegex, fill, type L10n } from '../../base/text.ts';

/**
 * Translates the detail of an error, such as `no response within 500 ms`. Other code produces details in English,
 * because logs and programs use them too. A message of the system, of a service or of a proxy matches no
 * pattern and is returned unchanged. A test checks that all details of the extension are listed here.
 */
export function detailText(detail: string): string {
  for (const [pattern, translated] of patterns()) {
    const values = pattern.exec(detail)?.slice(1);
    if (values !== undefined) return fill(translated, ...values.map(detailText));
  }
  return detail;
}

let cachedPatterns: readonly (readonly [RegExp, string])[] | undefined;

function patterns(): readonly (readonly [RegExp, string])[] {
  if (cachedPatterns === undefined) {
    const translated = allTexts(vscode.l10n);
    const english = allTexts({ t: (text) => text });
    cachedPatterns = english.map((text, index) => [patternOf(text), translated[index] ?? text]);
  }
  return cachedPatterns;
}

/** @param l10n `vscode.l10n`, or an object that returns each text in English */
function allTexts(l10n: L10n): readonly string[] {
  return [...responseTexts(l10n), ...fileTexts(l10n), ...connectionTexts(l10n)];
}

/** Returns a pattern that captures the values of `{0}`, `{1}` …, which must occur in this order. */
function patternOf(english: string): RegExp {
  const literals = english.split(/\{\d\}/).map(escapedRegex);
  return new RegExp(`^${literals.join('(.+)')}$`, 's');
}

/** Returns the details about the connection. Texts that begin with a value match more, so they come last. */
function connectionTexts(l10n: L10n): readonly string[] {
  return [
    l10n.t('VS Code chooses the proxy, because botTags.network.transport is set to "host"'),
    l10n.t('none'),
    l10n.t('plain http'),
    l10n.t('not checked, because the connection goes through the proxy {0}'),
    l10n.t('no response'),
    l10n.t('the service accepts the token'),
    l10n.t('the response does not show whether the token is valid'),
    l10n.t('the service did not send a valid time, so the clock of this machine was not checked'),
    l10n.t('the clock of this machine shows the same time as the service'),
    l10n.t('the clock of this machine is {0} s behind the service'),
    l10n.t('the clock of this machine is {0} s ahead of the service'),
    l10n.t('no response within {0} ms'),
    l10n.t('The bot has no token.'),
    l10n.t('token found'),
    l10n.t('VS Code cannot read the token: {0}'),
    l10n.t('HTTP {0}, {1} bytes: {2}'),
    l10n.t('HTTP {0}, {1} bytes'),
    l10n.t('the proxy {0} failed: {1}'),
    l10n.t('the proxy {0} requires a user name and password (HTTP 407)'),
    l10n.t('set both botTags.network.clientCertificate and botTags.network.clientKey, or neither'),
    l10n.t('the file that is set in {0} cannot be used: {1}'),
    l10n.t('the file that is set in {0} is not a PEM file'),
    l10n.t('{0}; the proxy might be able to resolve the host name'),
    l10n.t('the value of {0} is not a proxy URL'),
    l10n.t(
      '{0}: only http:// and https:// are supported; for {1}, set botTags.network.transport to "host"',
    ),
    l10n.t('{0}; the certificate is not trusted: {1}'),
    l10n.t('{0}, valid until {1}'),
  ];
}

function responseTexts(l10n: L10n): readonly string[] {
  return [
    l10n.t('the body is empty'),
    l10n.t('the body is not a JSON object'),
    l10n.t('the status is {0}, not 200'),
    l10n.t('a value of type {0}'),
    l10n.t('the field "res" is missing in the response'),
    l10n.t('missing'),
    l10n.t('a value that is nested too deeply to be shown'),
    l10n.t('the response is about a different item or customer than the request'),
    l10n.t('the body is compressed too many times'),
    l10n.t('the body has the unknown encoding {0}'),
    l10n.t('the body contains damaged {0} data: {1}'),
    l10n.t('unexpected response ({0}, HTTP {1}, {2})'),
    l10n.t('no content type'),
    l10n.t('the service redirects to {0} (HTTP {1}); the token was not sent there'),
    l10n.t('the service reported an error'),
    l10n.t('{0} (errorCode {1})'),
  ];
}

function fileTexts(l10n: L10n): readonly string[] {
  return [
    l10n.t('the checkpoint cannot be read'),
    l10n.t('the partial file is missing'),
    l10n.t('the partial file does not match the checkpoint'),
    l10n.t('a temporary file of the export was removed or changed during the export'),
    l10n.t('the list of bots and tags is locked by another window or program'),
  ];
}
