import type { Scan } from '../../base/model.ts';

/** A person's scan stopped on its way, or at the number of pages that was asked for, and can go on. */
export class ScanInterrupted extends Error {
  override readonly name = 'ScanInterrupted';
  readonly botLabel: string;
  readonly scan: Scan;
  /** Goes on for the pages that are left of those that were asked for; when none are, for as many again. */
  readonly resume: () => Promise<void>;

  /** @param cause why it stopped; `Cancelled`: nothing failed */
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
