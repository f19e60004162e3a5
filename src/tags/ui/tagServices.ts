import type { RunServices } from '../../runs/ui/runServices.ts';
import type { RunningScans } from './discoverTags.ts';
import type { LikelyBot } from './likelyBot.ts';

export interface TagServices extends RunServices {
  readonly scans: RunningScans;
  readonly likelyBot: LikelyBot;
}
