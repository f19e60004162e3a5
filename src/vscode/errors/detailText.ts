import { l10n } from 'vscode';

/**
 * The translation of a detail, which the rooms below give in English, for logs and programs too. What no pattern fits
 * stays as it is: words of the system, of a service, of a proxy. A test holds that all of our own are here.
 */
export function detailText(detail: string): string {
  for (const [pattern, translated] of patterns()) {
    const values = pattern.exec(detail)?.slice(1);
    if (values !== undefined) return filled(translated, values.map(detailText));
  }
  return detail;
}

function filled(text: string, values: readonly string[]): string {
  return text.replaceAll(/\{(\d)\}/g, (whole, index) => values[Number(index)] ?? whole);
}

let known: readonly (readonly [RegExp, string])[] | undefined;

function patterns(): readonly (readonly [RegExp, string])[] {
  known ??= Object.entries({ ...answerTexts(), ...fileTexts(), ...connectionTexts() }).map(
    ([english, translated]) => [patternOf(english), translated],
  );
  return known;
}

/** `{0}`, `{1}` … come in this order. */
function patternOf(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => escaped(part));
  return new RegExp(`^${parts.join('(.+)')}$`, 's');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Of the way to the service. What begins with a value comes last: it fits what others begin with, too. */
function connectionTexts(): Readonly<Record<string, string>> {
  return {
    'VS Code decides (transport: host)': l10n.t('VS Code decides (transport: host)'),
    none: l10n.t('none'),
    'plain http': l10n.t('plain http'),
    'through the proxy {0}': l10n.t('through the proxy {0}'),
    'there was no answer': l10n.t('there was no answer'),
    'the service accepts the token': l10n.t('the service accepts the token'),
    'the answer says nothing of the token': l10n.t('the answer says nothing of the token'),
    'the service does not tell its time': l10n.t('the service does not tell its time'),
    'this machine agrees with the service': l10n.t('this machine agrees with the service'),
    'this machine is {0} s behind': l10n.t('this machine is {0} s behind'),
    'this machine is {0} s ahead': l10n.t('this machine is {0} s ahead'),
    'no answer within {0} ms': l10n.t('no answer within {0} ms'),
    'VS Code has no token for this bot': l10n.t('VS Code has no token for this bot'),
    'token found': l10n.t('token found'),
    'VS Code cannot read it: {0}': l10n.t('VS Code cannot read it: {0}'),
    'HTTP {0}, {1} bytes: {2}': l10n.t('HTTP {0}, {1} bytes: {2}'),
    'HTTP {0}, {1} bytes': l10n.t('HTTP {0}, {1} bytes'),
    'the proxy {0} failed: {1}': l10n.t('the proxy {0} failed: {1}'),
    'the proxy {0} asks for credentials (HTTP 407)': l10n.t(
      'the proxy {0} asks for credentials (HTTP 407)',
    ),
    'the proxy {0} refused (HTTP {1})': l10n.t('the proxy {0} refused (HTTP {1})'),
    'botTags.network.clientCertificate and botTags.network.clientKey: set both or none': l10n.t(
      'botTags.network.clientCertificate and botTags.network.clientKey: set both or none',
    ),
    'the file of botTags.network.clientCertificate or botTags.network.clientKey is not usable: {0}':
      l10n.t(
        'the file of botTags.network.clientCertificate or botTags.network.clientKey is not usable: {0}',
      ),
    'the file of {0} cannot be read: {1}': l10n.t('the file of {0} cannot be read: {1}'),
    'the file of {0} is not a PEM file': l10n.t('the file of {0} is not a PEM file'),
    'the file of {0} is not usable: {1}': l10n.t('the file of {0} is not usable: {1}'),
    '{0}; the proxy may know the name': l10n.t('{0}; the proxy may know the name'),
    '{0} is not the URL of a proxy': l10n.t('{0} is not the URL of a proxy'),
    '{0}: only http:// and https://, for {1} set botTags.network.transport to host': l10n.t(
      '{0}: only http:// and https://, for {1} set botTags.network.transport to host',
    ),
    '{0}; not trusted: {1}': l10n.t('{0}; not trusted: {1}'),
    '{0} until {1}': l10n.t('{0} until {1}'),
  };
}

/** Of an answer of the service. */
function answerTexts(): Readonly<Record<string, string>> {
  return {
    'the body is empty': l10n.t('the body is empty'),
    'the body is not JSON': l10n.t('the body is not JSON'),
    'the body is no JSON object': l10n.t('the body is no JSON object'),
    'status is {0} and not 200': l10n.t('status is {0} and not 200'),
    'no number but {0}': l10n.t('no number but {0}'),
    'res is missing': l10n.t('res is missing'),
    missing: l10n.t('missing'),
    'does not match': l10n.t('does not match'),
    'nested too deeply to be shown': l10n.t('nested too deeply to be shown'),
    'the answer is about another item than the one asked for': l10n.t(
      'the answer is about another item than the one asked for',
    ),
    'the answer is about another customer than the one asked for': l10n.t(
      'the answer is about another customer than the one asked for',
    ),
    'the body cannot be read, {0}': l10n.t('the body cannot be read, {0}'),
    'it is compressed too many times': l10n.t('it is compressed too many times'),
    'its encoding {0} is unknown': l10n.t('its encoding {0} is unknown'),
    'its {0} data is broken: {1}': l10n.t('its {0} data is broken: {1}'),
    'listCustomers: {0}': l10n.t('listCustomers: {0}'),
    'the answer is not what the interface promises: {0} (HTTP {1}, {2})': l10n.t(
      'the answer is not what the interface promises: {0} (HTTP {1}, {2})',
    ),
    'no content type': l10n.t('no content type'),
    'the service redirects to {0} (HTTP {1}); the token was not sent there': l10n.t(
      'the service redirects to {0} (HTTP {1}); the token was not sent there',
    ),
    'the service refused': l10n.t('the service refused'),
    '{0} (errorCode {1})': l10n.t('{0} (errorCode {1})'),
  };
}

/** Of files, and of the database. */
function fileTexts(): Readonly<Record<string, string>> {
  return {
    'its checkpoint cannot be read': l10n.t('its checkpoint cannot be read'),
    'its partial file is not there': l10n.t('its partial file is not there'),
    'its checkpoint points into the middle of a record': l10n.t(
      'its checkpoint points into the middle of a record',
    ),
    'its partial file has {0} bytes and should have {1}': l10n.t(
      'its partial file has {0} bytes and should have {1}',
    ),
    'a part was removed': l10n.t('a part was removed'),
    'the list of bots and tags is locked by another window or program': l10n.t(
      'the list of bots and tags is locked by another window or program',
    ),
    'it is not JSON': l10n.t('it is not JSON'),
  };
}
