import { l10n } from 'vscode';
import type { TagChoice } from '../../catalogue/ui/askTag.ts';
import { quoted } from '../../base/ui/counts.ts';

export type Verb = 'attach' | 'detach';

export const ENDPOINTS = { attach: 'attachTag', detach: 'detachTag' } as const;

/** A tag and a customer, by the names that are shown. */
export interface Named {
  readonly tag: TagChoice;
  readonly who: string;
}

/** What a dialog is about, as far as it is known. */
export function titleOf(verb: Verb, { tag, who }: Partial<Named>): string {
  if (verb === 'attach') {
    if (who !== undefined) return l10n.t('Attach Tag to {0}', who);
    return tag === undefined
      ? l10n.t('Attach Tag to Customer')
      : l10n.t('Attach {0}', quoted(tag.name));
  }
  if (who !== undefined) return l10n.t('Detach Tag from {0}', who);
  return tag === undefined
    ? l10n.t('Detach Tag from Customer')
    : l10n.t('Detach {0}', quoted(tag.name));
}

/** Asked where it needs an answer first. */
export function questionText(verb: Verb, { tag, who }: Named): string {
  return verb === 'attach'
    ? l10n.t('Attach {0} to {1}?', quoted(tag.name), who)
    : l10n.t('Detach {0} from {1}?', quoted(tag.name), who);
}

export function yesText(verb: Verb): string {
  return verb === 'attach' ? l10n.t('Attach') : l10n.t('Detach');
}

export function workingText(who: string): string {
  return l10n.t('Changing the tags of {0}', who);
}

export function doneText(verb: Verb, { tag, who }: Named): string {
  return verb === 'attach'
    ? l10n.t('{0} attached to {1}.', quoted(tag.name), who)
    : l10n.t('{0} detached from {1}.', quoted(tag.name), who);
}
