import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../projectRoot.ts';
import { sourceOf } from './source.ts';

const PRODUCT = 'SPDXRef-Package-product';

interface Locked {
  readonly packages: Readonly<Record<string, { version?: string; integrity?: string }>>;
}

/**
 * Returns the SBOM (software bill of materials) of a VSIX as SPDX 2.3 in JSON. The SBOM is
 * reproducible: only the VSIX, the lock file and the commit determine it.
 * @param names names of the bundled packages
 */
export function sbom(vsix: Buffer, names: readonly string[]): string {
  const { name, version, license } = json('package.json') as Record<string, string>;
  const { commit, date } = sourceOf();
  const hash = sha256(vsix);
  const product = {
    SPDXID: PRODUCT,
    name,
    versionInfo: version,
    licenseDeclared: license,
    licenseConcluded: license,
    packageFileName: `${name}-${version}.vsix`,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    copyrightText: 'NOASSERTION',
    primaryPackagePurpose: 'APPLICATION',
    sourceInfo: `built from commit ${commit}`,
    checksums: [{ algorithm: 'SHA256', checksumValue: hash }],
  };
  const locked = json('package-lock.json') as Locked;
  const packages = names.toSorted().map((packageName) => bundled(packageName, locked));
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${name}-${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}-${hash}`,
    creationInfo: {
      created: date.toISOString().replace('.000Z', 'Z'),
      creators: [`Tool: ${name}-scripts-${version}`],
    },
    documentDescribes: [PRODUCT],
    packages: [product, ...packages],
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', PRODUCT),
      ...packages.map(({ SPDXID }) => relation(PRODUCT, 'CONTAINS', SPDXID)),
    ],
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function bundled(name: string, { packages }: Locked) {
  const { version, license } = json(`node_modules/${name}/package.json`) as Record<string, string>;
  const [algorithm = '', digest = ''] =
    packages[`node_modules/${name}`]?.integrity?.split('-') ?? [];
  return {
    SPDXID: `SPDXRef-Package-${name.replaceAll(/[^\w.-]/g, '-').replaceAll('_', '-')}`,
    name,
    versionInfo: version,
    licenseDeclared: license,
    licenseConcluded: license,
    // The registry is not recorded; the package URL below names the package.
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    copyrightText: 'NOASSERTION',
    checksums: [
      {
        algorithm: algorithm.toUpperCase(),
        checksumValue: Buffer.from(digest, 'base64').toString('hex'),
      },
    ],
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      },
    ],
  };
}

function relation(spdxElementId: string, relationshipType: string, relatedSpdxElement: string) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

/** Returns the SHA-256 hash in hexadecimal digits. */
export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, file), 'utf8'));
}
