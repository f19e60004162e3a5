import type { RunServices } from '../../runs/ui/runServices.ts';
import type { RunningScans } from './discoverTags.ts';
import type { LikelyBot } from './likelyBot.ts';

/** Services for commands about tags and folders. */
export interface TagServices extends RunServices {
  readonly scans: RunningScans;
  /** Bot that a command without a selection proposes. */
  readonly likelyBot: LikelyBot;
}
