import { l10n } from 'vscode';
import type { ConnectionStep } from '../../service/connectionCheck.ts';

type Advice = readonly [detail: RegExp, text: () => string];

/** Advice to the user, by a pattern of the detail of a failed connection step. The first matching pattern is used. */
const CONNECTION_ADVICE: readonly Advice[] = [
  [
    /botTags\.network\.(?:ca|client)/,
    () =>
      l10n.t(
        'Correct the setting that is named in the line above, then use "Check Connection" again.',
      ),
  ],
  [
    /the proxy .* requires a user name/,
    () => l10n.t('Add the user name and password of the proxy to the setting "http.proxy".'),
  ],
  [
    /the proxy /,
    () =>
      l10n.t('Check the setting "http.proxy", or add the host of the service to "http.noProxy".'),
  ],
  [
    /no response within|time limit|ETIMEDOUT/,
    () =>
      l10n.t(
        'Check your connection, VPN, and firewall. The setting "botTags.network.timeout" controls how long VS Code waits for a response.',
      ),
  ],
  [/ENOTFOUND|EAI_AGAIN/, hostAdvice],
  [
    /ECONNREFUSED/,
    () =>
      l10n.t('Check the host name and the port in the base URL, and that the service is running.'),
  ],
  [
    /EXPIRED/,
    () =>
      l10n.t(
        'A certificate of the service has expired, or the clock of this machine is wrong. Check the clock. If the clock is right, ask the operator of the service to renew the certificate.',
      ),
  ],
  [
    /ALTNAME/,
    () => l10n.t('The certificate is for another host. Check the host name in the base URL.'),
  ],
  [
    /not trusted|CERT|UNABLE_TO|SELF_SIGNED/,
    () =>
      l10n.t(
        'If you trust the certificate authority that issued the certificate of the service, set "botTags.network.ca" to the file that contains the certificate of this authority.',
      ),
  ],
  [
    /SSL|TLS|EPROTO/,
    () =>
      l10n.t('Check the port in the base URL, and whether the base URL must begin with http://.'),
  ],
  [
    /redirects to/,
    () =>
      l10n.t(
        'Check the base URL. If the service has moved, add the bot again with the new base URL.',
      ),
  ],
  [
    /HTTP (?:429|5\d\d)|errorCode (?:429|5\d\d)/,
    () => l10n.t('The service is busy or down. Try again in a moment.'),
  ],
  [
    /unexpected response/,
    () =>
      l10n.t(
        'The response is not from the service. Check the base URL, and whether a sign-in page or a proxy responds instead.',
      ),
  ],
  [/^HTTP /, () => l10n.t('Check the bot ID and the base URL.')],
];

export function connectionAdvice({ name, state, detail }: ConnectionStep): string | undefined {
  if (state !== 'failed') return undefined;
  if (name === 'tokenStorage') {
    return /cannot read the token/.test(detail)
      ? l10n.t('Unlock or set up the keyring of this machine, then try again.')
      : l10n.t('Use "Enter Token…" on the bot.');
  }
  if (name === 'authentication') {
    return /\b403\b/.test(detail)
      ? l10n.t(
          'The token has no access to this bot. Check the bot ID, or enter another token in "Bot Settings…".',
        )
      : l10n.t('Choose "Bot Settings…" in the menu of the bot, and enter another token.');
  }
  if (name === 'proxy') {
    return l10n.t(
      'Correct the setting "http.proxy", or the environment variable HTTP_PROXY or HTTPS_PROXY.',
    );
  }
  const [, text = hostAdvice] = CONNECTION_ADVICE.find(([pattern]) => pattern.test(detail)) ?? [];
  return text();
}

function hostAdvice(): string {
  return l10n.t('Check the host name in the base URL, your connection, VPN, and firewall.');
}
