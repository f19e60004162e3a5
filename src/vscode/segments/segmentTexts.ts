import { l10n } from 'vscode';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { problemTexts } from './problemTexts.ts';

export function segmentStrings(): SegmentStrings {
  return {
    title: l10n.t('Segment'),
    label: l10n.t('Segment: which customers to show'),
    placeholder: 'tag:VIP and not blocked and active < 30d',
    suggestions: l10n.t('Suggestions'),
    count: l10n.t('{0} of {1}'),
    save: l10n.t('Save Segment…'),
    saved: l10n.t('Saved Segments'),
    noSaved: l10n.t('No segment is saved for this bot.'),
    inFile: l10n.t('in bot-tags.jsonc'),
    close: l10n.t('Close'),
    removeSaved: l10n.t('Remove "{0}"'),
    unknown: l10n.t('Nobody has it, and it is not on the list: {0}'),
    problems: problemTexts(),
  };
}
