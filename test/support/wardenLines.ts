/** Resource that must not outlive a process, as registered with the warden. */
export type WardenResource =
  | { readonly kind: 'folder'; readonly path: string }
  /** Process. With `cleansUp`, it ends its child processes when terminated, so it is terminated before it is killed. */
  | { readonly kind: 'process'; readonly pid: number; readonly cleansUp: boolean };

/** Line sent to the warden. A line with only an ID cancels the earlier registration with that ID. */
export interface WardenLine {
  readonly id: number;
  readonly resource?: WardenResource;
}
