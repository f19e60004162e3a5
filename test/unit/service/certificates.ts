import { generate } from 'selfsigned';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** An authority that no machine trusts. */
export async function makeAuthority(): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

/** A certificate for this host and 127.0.0.1, perhaps one that has expired. */
export async function makeCertificate(
  host: string,
  { ca, isExpired = false }: { readonly ca?: KeyPair; readonly isExpired?: boolean } = {},
): Promise<KeyPair> {
  const names = [{ type: 2, value: host } as const];
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 3 * DAY),
    notAfterDate: new Date(Date.now() + (isExpired ? -DAY : DAY)),
    extensions: [{ name: 'subjectAltName', altNames: names }],
    ...(ca === undefined ? {} : { ca }),
  });
  return { key: made.private, cert: made.cert };
}
