export interface ErrorDisplay {
  /** @param botKey bot of the command; `undefined` if unknown */
  show(error: unknown, botKey: string | undefined): Promise<void>;
}
