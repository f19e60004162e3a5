import { messageOf } from '../../base/errorFields.ts';
import type { Scan } from '../../base/model.ts';

/** A scan started by the user was interrupted, or reached its maximum number of pages, and can be resumed. */
export class ScanInterrupted extends Error {
  override readonly name = 'ScanInterrupted';
  readonly botLabel: string;
  readonly scan: Scan;
  /** Resumes the scan up to its maximum number of pages. If that is already reached, as many pages are read again. */
  readonly resume: () => Promise<void>;

  /** @param cause reason why the scan stopped; `Cancelled`: nothing failed */
  constructor(
    cause: unknown,
    { botLabel, scan, resume }: Pick<ScanInterrupted, 'botLabel' | 'scan' | 'resume'>,
  ) {
    super(messageOf(cause), { cause });
    this.botLabel = botLabel;
    this.scan = scan;
    this.resume = resume;
  }
}
