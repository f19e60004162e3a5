import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../projectRoot.ts';

/** Fields of package.json from which VS Code and the Marketplace take links. */
export const ADDRESSES = ['repository', 'bugs', 'homepage'] as const;

export interface ReleasedManifest extends Readonly<
  Partial<Record<(typeof ADDRESSES)[number], unknown>>
> {
  readonly version: string;
}

interface Release {
  readonly manifest: ReleasedManifest;
  /** Name of the git tag. `undefined` in a rehearsal, because nothing is tagged yet. */
  readonly tag: string | undefined;
  readonly changelog: string;
}

/**
 * Checks that version, git tag and change log agree, and that a tagged release has the project's
 * addresses.
 * @throws {Error} with one line per problem
 */
export function checkRelease({ manifest, tag, changelog }: Release): void {
  const { version } = manifest;
  const missing = ADDRESSES.filter((field) => manifest[field] === undefined);
  const heading = new RegExp(`^## (?:\\[)?${version.replaceAll('.', String.raw`\.`)}\\b`, 'm');
  const wrong = [
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`The Marketplace takes no version like ${version}: three numbers, nothing else.`]),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag is ${tag}, but package.json has the version ${version}.`]),
    ...(tag === undefined || missing.length === 0
      ? []
      : [`package.json needs ${missing.join(', ')} for a release.`]),
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no heading "## ${version}".`]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

interface Entry {
  readonly name: string;
  content(): Buffer;
}

/**
 * Checks that a VSIX has the expected version and commit and contains no unwanted files.
 * @throws {Error} with one line per problem
 */
export function checkVsix(
  entries: readonly Entry[],
  expected: { version: string; source: { commit: string; isChanged: boolean } },
): void {
  const textOf = (name: string): string =>
    entries
      .find((entry) => entry.name === `extension/${name}`)
      ?.content()
      .toString() ?? '{}';
  const { version } = JSON.parse(textOf('package.json')) as { version?: string };
  const { commit, isChanged } = JSON.parse(textOf('dist/source.json')) as Partial<
    typeof expected.source
  >;
  const isOfSource = commit === expected.source.commit && isChanged === expected.source.isChanged;
  const unwanted = entries.filter(({ name }) => /node_modules|\.map$|\.ts$|\.env/.test(name));
  const wrong = [
    ...(version === expected.version ? [] : [`The VSIX has the version ${version}.`]),
    ...(isOfSource ? [] : [`The VSIX is of commit ${commit}.`]),
    ...unwanted.map(({ name }) => `The VSIX has ${name}.`),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** Returns the names under `dependencies`. Packing fails unless exactly these are bundled. */
export function bundledNames(): string[] {
  const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies: object }).dependencies);
}
