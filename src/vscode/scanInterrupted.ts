import type { Scan } from '../core/model.ts';

/** A person's scan stopped on its way, and can go on. */
export class ScanInterrupted extends Error {
  override readonly name = 'ScanInterrupted';
  readonly botLabel: string;
  readonly scan: Scan;
  /** Goes on for the pages that are left of those that were asked for. */
  readonly resume: () => Promise<void>;

  /** @param cause why it stopped */
  constructor(
    cause: unknown,
    { botLabel, scan, resume }: Pick<ScanInterrupted, 'botLabel' | 'scan' | 'resume'>,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.botLabel = botLabel;
    this.scan = scan;
    this.resume = resume;
  }
}
