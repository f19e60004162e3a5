import { createHash } from 'node:crypto';

/** The files of a page: one, or several when there are many users. */
export interface PageParts {
  readonly page: string;
  readonly parts: number;
}

/** A page ID that can stand in a name as it is, and that nobody takes for another one's second part. */
const PLAIN = /^(?!.*-\d+$)[\w@-]{1,60}$/;

/**
 * `audience.txt` → `audience-@shop.txt`, `audience-@shop-2.txt`: for each page the paths of its parts. No two are the
 * same, also where upper and lower case are, and a page ID that had to be changed has a hash of it behind.
 */
export function audienceNames(
  file: string,
  pages: readonly PageParts[],
): readonly (readonly string[])[] {
  const [, stem = file, extension = ''] = /^(.*[^/\\])(\.[^./\\]*)$/s.exec(file) ?? [];
  const taken = new Set<string>();
  return pages.map(({ page, parts }) => {
    for (let count = 1; ; count++) {
      const name = count === 1 ? safeName(page) : `${changed(page)}_${count}`;
      const names = Array.from(
        { length: parts },
        (_, part) => `${stem}-${name}${part === 0 ? '' : `-${part + 1}`}${extension}`,
      );
      const keys = names.map((one) => one.toLowerCase());
      if (keys.some((key) => taken.has(key))) continue;
      for (const key of keys) taken.add(key);
      return names;
    }
  });
}

function safeName(page: string): string {
  return PLAIN.test(page) ? page : changed(page);
}

function changed(page: string): string {
  const hash = createHash('sha256').update(page).digest('hex').slice(0, 8);
  const readable = page.replaceAll(/[^\w@-]+/g, '_').slice(0, 40);
  return `${readable}_${hash}`;
}
