import { generate } from 'selfsigned';

/** Private key and certificate, in PEM format. */
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

/** Creates a certificate for this host name, signed by `ca` or by itself. Valid for a day, or expired a day ago. */
export async function makeCertificate(
  host: string,
  { ca, isExpired = false }: { readonly ca?: KeyPair; readonly isExpired?: boolean } = {},
): Promise<KeyPair> {
  // Type 2 is a DNS name.
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
