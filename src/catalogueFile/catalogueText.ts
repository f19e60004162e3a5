import type { CatalogueText } from '../core/catalogue/catalogueText.ts';
import { readText } from './readText.ts';
import { writeText } from './writeText.ts';

/** What needs the JSON-with-comments parser, as a bundle of its own: loaded when a workspace has such a file. */
export function createCatalogueText(): CatalogueText {
  return { read: readText, write: writeText };
}
