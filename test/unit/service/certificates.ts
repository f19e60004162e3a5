import { generate } from 'selfsigned';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** Creates a certificate authority that no machine trusts. */
export async function makeAuthority(): Promise<KeyPair> {
  const generated = await generate([{ name: 'commonName', value: 'Test authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: generated.private, cert: generated.cert };
}

/** Creates a certificate for this host and 127.0.0.1, optionally expired. */
export async function makeCertificate(
  host: string,
  { ca, isExpired = false }: { readonly ca?: KeyPair; readonly isExpired?: boolean } = {},
): Promise<KeyPair> {
  const names = [{ type: 2, value: host } as const];
  const generated = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - 3 * DAY),
    notAfterDate: new Date(Date.now() + (isExpired ? -DAY : DAY)),
    extensions: [{ name: 'subjectAltName', altNames: names }],
    ...(ca === undefined ? {} : { ca }),
  });
  return { key: generated.private, cert: generated.cert };
}
