import type { Catalogue } from './catalogue.ts';
import { type CatalogueWriter, CHANGE } from './writer.ts';

// Not in catalogue.ts: `extension.cjs` needs only this function (`sharedNotes.ts`), and that bundle must stay small.

/**
 * Makes a function that applies several changes in one transaction, and reports them in one event.
 * @param step synchronous; its writer must not be kept after it returns
 */
export function change<A extends readonly unknown[], T>(
  step: (writer: CatalogueWriter, ...args: A) => T,
): (catalogue: Catalogue, ...args: A) => T {
  return (catalogue, ...args) => catalogue[CHANGE]((writer) => step(writer, ...args));
}
