import { STATUS_WORDS } from '../base/customer.ts';
import type { L10n } from '../base/text.ts';

/** Returns the names of the statuses, in the order of `STATUS_WORDS`. */
export function statusTexts(l10n: L10n): readonly string[] {
  const texts: Record<(typeof STATUS_WORDS)[number], string> = {
    Running: l10n.t('Running'),
    Paused: l10n.t('Paused'),
    Stopped: l10n.t('Stopped'),
    Blocked: l10n.t('Blocked'),
    'Blocked the bot': l10n.t('Blocked the bot'),
  };
  return STATUS_WORDS.map((word) => texts[word]);
}
