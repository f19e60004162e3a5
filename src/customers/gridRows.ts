/** More cells are not copied at once. */
export const MOST_COPIED_CELLS = 100_000;
/** Characters of them: as much as a clipboard takes without the window standing still. */
export const MOST_COPIED_TEXT = 50_000_000;

/** A field that came as something else than the contract says. */
export interface RowProblem {
  /** `null`: the record as a whole, which is no object. */
  readonly field: string | null;
  /** A sentence for a person. */
  readonly text: string;
}

/** One page of customers for the grid, as few and large pieces, since there may be 100,000 rows. */
export interface GridRows {
  /** From 1. */
  readonly page: number;
  /** The records as they were sent (JSON, UTF-8), and what stands between them. */
  readonly json: Uint8Array;
  /** Where each record begins in `json`, and the byte after it: two numbers a record. */
  readonly spans: Uint32Array;
  /** Index of a record that is not as the contract has it, and what is wrong with it. */
  readonly problems: readonly (readonly [number, readonly RowProblem[]])[];
  /** For each record 0, or which of `GridStrings.untaggable` (from 1) tells why it cannot be tagged. */
  readonly untaggable: Uint8Array;
}

export interface GridStatus {
  /** `idle`: more can be loaded; `end`: nothing is left. */
  readonly state: 'idle' | 'loading' | 'error' | 'end';
  readonly loaded: number;
  /** Pages loaded. */
  readonly pages: number;
  /** How many of the loaded records are not as the contract has them. */
  readonly bad: number;
  /** Set in state `error`. */
  readonly error: string | null;
  /** Set while several pages are being loaded; `of` is `null` when it is all. */
  readonly progress: { readonly pages: number; readonly of: number | null } | null;
  /** A request waits to be sent again. */
  readonly isWaiting: boolean;
  /** More to say about it. */
  readonly note: string | null;
}

/** A tag to filter by; its name is shown where no loaded customer tells it. */
export interface ShownTag {
  readonly id: string;
  readonly name: string;
}
