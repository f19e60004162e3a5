import { posix } from 'node:path';

/** Of the pages that make up the README of the VSIX. */
const FOLDER = 'docs';

/** Pictures and links. */
const REFERENCE = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** Where the files of a repository are on the web. */
interface Web {
  readonly raw: string;
  readonly page: string;
}

/**
 * The page of the extension shows one README and no file that stands beside it: the languages follow one another, pictures
 * and links become https addresses of the repository. Without a repository on a known host there are no pictures, and of
 * links only the words.
 * @param pages texts of `docs`, in the order in which they are shown
 * @param repository as in package.json
 */
export function vsixReadme(pages: readonly string[], repository: unknown): string {
  const web = webOf(repository);
  const text = pages.map((page) => page.trim()).join('\n\n---\n\n');
  const pointed = text.replaceAll(
    REFERENCE,
    (whole: string, mark: string, words: string, target: string) => {
      if (/^(?:https:|#)/.test(target)) return whole;
      if (web === undefined) return mark === '' ? words : '';
      const file = posix.normalize(posix.join(FOLDER, target));
      return `${mark}[${words}](${mark === '' ? web.page : web.raw}/${file})`;
    },
  );
  return `${pointed.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

function webOf(repository: unknown): Web | undefined {
  const url = typeof repository === 'object' ? urlIn(repository) : repository;
  if (typeof url !== 'string') return undefined;
  const known = /^(?:git\+)?(https:\/\/(github|gitlab)\.com\/[^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(
    url,
  );
  if (known === null) return undefined;
  const [, base = '', host] = known;
  const files = host === 'gitlab' ? `${base}/-` : base;
  return { raw: `${files}/raw/HEAD`, page: `${files}/blob/HEAD` };
}

function urlIn(repository: object | null): unknown {
  return repository !== null && 'url' in repository ? repository.url : undefined;
}
