import { setBit, type Bits } from './bits.ts';
import { NO_TEXTS, type Haystack } from './haystack.ts';
import { SharedTexts } from './sharedTexts.ts';
import { needleOf, TextBlock } from './textBlock.ts';

/** Stands between the texts of a row, so that nothing is found across two of them. */
const BETWEEN = '\u0001';

/** The texts of rows that are only ever added to, and which of them have a word. */
export class RowTexts {
  readonly #blocks: { readonly start: number; readonly texts: TextBlock }[] = [];
  readonly #shared = new SharedTexts();
  #rows = 0;

  /** @param haystackAt asked once for each of the new rows, in turn */
  add(count: number, haystackAt: (index: number) => Haystack | undefined): void {
    const texts = new TextBlock(count, (index) => {
      const { own, shared } = haystackAt(index) ?? NO_TEXTS;
      return [...own, ...this.#shared.add(shared)].join(BETWEEN);
    });
    this.#blocks.push({ start: this.#rows, texts });
    this.#rows += count;
  }

  /** Sets the bits of the rows that have it. @param word in lower case; several words are a phrase */
  search(word: string, bits: Bits): void {
    const needle = needleOf(word);
    for (const { start, texts } of this.#blocks) {
      texts.search(needle, (row) => setBit(bits, start + row, true));
    }
    this.#shared.search(word, (row) => setBit(bits, row, true));
  }
}
