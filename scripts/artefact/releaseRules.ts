import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../projectRoot.ts';

/** Fields of package.json from which VS Code and the Marketplace take links. */
export const LINK_FIELDS = ['repository', 'bugs', 'homepage'] as const;

export interface ReleasedManifest extends Readonly<
  Partial<Record<(typeof LINK_FIELDS)[number], unknown>>
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
 * Checks that version, git tag and change log agree, and that package.json of a tagged release has all link fields.
 * @throws {Error} with one line per problem
 */
export function checkRelease({ manifest, tag, changelog }: Release): void {
  const { version } = manifest;
  const missingFields = LINK_FIELDS.filter((field) => manifest[field] === undefined);
  const heading = new RegExp(`^## (?:\\[)?${version.replaceAll('.', String.raw`\.`)}\\b`, 'm');
  const problems = [
    ...(/^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`The Marketplace takes no version like ${version}: three numbers, nothing else.`]),
    ...(tag === undefined || tag === `v${version}`
      ? []
      : [`The tag is ${tag}, but package.json has the version ${version}.`]),
    ...(tag === undefined || missingFields.length === 0
      ? []
      : [`package.json needs ${missingFields.join(', ')} for a release.`]),
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no heading "## ${version}".`]),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
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
  const hasExpectedSource =
    commit === expected.source.commit && isChanged === expected.source.isChanged;
  const unwantedEntries = entries.filter(({ name }) =>
    /node_modules|\.map$|\.ts$|\.env/.test(name),
  );
  const problems = [
    ...(version === expected.version ? [] : [`The VSIX has the version ${version}.`]),
    ...(hasExpectedSource ? [] : [`The VSIX is of commit ${commit}.`]),
    ...unwantedEntries.map(({ name }) => `The VSIX has ${name}.`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Returns the names under `dependencies`. Packing fails unless exactly these are bundled. */
export function bundledNames(): string[] {
  const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies: object }).dependencies);
}
