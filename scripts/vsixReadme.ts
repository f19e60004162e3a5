import { posix } from 'node:path';

/** Folder of the pages that make up the README of the VSIX. */
const FOLDER = 'docs';

/** Pattern of pictures and links in Markdown. */
const REFERENCE = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** Base URLs of the files in the repository. */
interface RepositoryUrls {
  readonly raw: string;
  readonly page: string;
}

/**
 * Combines pages into the README of the VSIX. The extension page in VS Code shows one README and no other file, so the
 * languages follow one another, and pictures and links become https URLs of the repository. Without a repository on a
 * known host, pictures are removed, and links are reduced to their text.
 * @param pages texts of `docs`, in display order
 * @param repository field of package.json
 */
export function vsixReadme(pages: readonly string[], repository: unknown): string {
  const urls = repositoryUrls(repository);
  const text = pages.map((page) => page.trim()).join('\n\n---\n\n');
  const linked = text.replaceAll(
    REFERENCE,
    (whole: string, mark: string, linkText: string, target: string) => {
      if (/^(?:https:|#)/.test(target)) return whole;
      if (urls === undefined) return mark === '' ? linkText : '';
      const file = posix.normalize(posix.join(FOLDER, target));
      return `${mark}[${linkText}](${mark === '' ? urls.page : urls.raw}/${file})`;
    },
  );
  return `${linked.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

function repositoryUrls(repository: unknown): RepositoryUrls | undefined {
  const url = typeof repository === 'object' ? urlIn(repository) : repository;
  if (typeof url !== 'string') return undefined;
  const match = /^(?:git\+)?(https:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(
    url,
  );
  if (match === null) return undefined;
  const [, base = '', host] = match;
  const files = host === 'gitlab' ? `${base}/-` : base;
  return { raw: `${files}/raw/HEAD`, page: `${files}/blob/HEAD` };
}

function urlIn(repository: object | null): unknown {
  return repository !== null && 'url' in repository ? repository.url : undefined;
}
