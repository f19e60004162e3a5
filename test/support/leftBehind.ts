/** What must not outlive a process, as it tells its warden. */
export type LeftBehind =
  | { readonly kind: 'folder'; readonly path: string }
  /** `cleansUp`: it ends what it started when it is terminated, so it is given the chance. */
  | { readonly kind: 'process'; readonly pid: number; readonly cleansUp: boolean };

/** A line to the warden: the ID alone takes back what it was told. */
export interface WardenLine {
  readonly id: number;
  readonly left?: LeftBehind;
}
