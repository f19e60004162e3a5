import { l10n } from 'vscode';
import { hasNoChanges, type TagChanges } from '../../service/tagActions.ts';
import { sentences } from '../../base/text.ts';
import { comma, numberText, quoted, tagCountText } from '../../base/ui/localeTexts.ts';
import type { TagChoice } from '../../catalogue/ui/askTag.ts';

/** Maximum number of names in a list. For the rest, only the number is shown. */
const MAX_NAMES = 15;

/** Returns the name of a tag ID, or the ID itself if the name is unknown. */
export type NameOf = (id: string) => string;

export function questionText({ attach, detach }: TagChanges, customerLabel: string): string {
  const [attachCount, detachCount] = [tagCountText(attach.length), tagCountText(detach.length)];
  if (detach.length === 0) return l10n.t('Attach {0} to {1}?', attachCount, customerLabel);
  if (attach.length === 0) return l10n.t('Detach {0} from {1}?', detachCount, customerLabel);
  return l10n.t('Change the tags of {0}?', customerLabel);
}

export function changeLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attach {0}', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detach {0}', namesText(detach, nameOf))]),
  ];
}

export function conflictText(customerLabel: string): string {
  return l10n.t(
    'The tags of {0} in the service have changed since the tags were listed.',
    customerLabel,
  );
}

export function conflictLines(
  { changesByOthers, remaining }: Readonly<Record<'changesByOthers' | 'remaining', TagChanges>>,
  nameOf: NameOf,
): readonly string[] {
  return [
    ...doneLines(changesByOthers, nameOf),
    '',
    ...(hasNoChanges(remaining) ? [nothingToDoText()] : remainingLines(remaining, nameOf)),
    '',
    l10n.t(
      'If you select "Apply", all other tags of the customer will stay as they are in the service.',
    ),
  ];
}

export function appliedText({ attach, detach }: TagChanges, customerLabel: string): string {
  const attached = l10n.t('{0} attached to {1}.', tagCountText(attach.length), customerLabel);
  const detached = l10n.t('{0} detached from {1}.', tagCountText(detach.length), customerLabel);
  return sentences([attach.length > 0 ? attached : '', detach.length > 0 ? detached : '']);
}

export function nothingToDoText(): string {
  return l10n.t(
    'Nothing is left to do, because the selected changes have already been made in the service.',
  );
}

/** @param isUnknown whether it is unknown if the last change was made */
export function stoppedText(
  {
    done,
    remaining,
    isUnknown,
  }: { readonly done: TagChanges; readonly remaining: TagChanges; readonly isUnknown: boolean },
  nameOf: NameOf,
): string {
  return sentences([
    ...(hasNoChanges(done) && !isUnknown ? [l10n.t('Nothing was changed.')] : []),
    ...doneLines(done, nameOf),
    ...remainingLines(remaining, nameOf),
  ]);
}

function doneLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attached: {0}.', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detached: {0}.', namesText(detach, nameOf))]),
  ];
}

function remainingLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0
      ? []
      : [l10n.t('Still to be attached: {0}.', namesText(attach, nameOf))]),
    ...(detach.length === 0
      ? []
      : [l10n.t('Still to be detached: {0}.', namesText(detach, nameOf))]),
  ];
}

function namesText(ids: readonly string[], nameOf: NameOf): string {
  const names = ids.slice(0, MAX_NAMES).map((id) => quoted(nameOf(id)));
  const omittedCount = ids.length - names.length;
  if (omittedCount > 0) names.push(l10n.t('{0} more', numberText(omittedCount)));
  return names.join(comma());
}

/** Returns the tag names by ID. For an ID in several lists, the last list decides. */
export function nameLookup(...lists: readonly (readonly TagChoice[])[]): Map<string, string> {
  return new Map(lists.flat().map(({ id, name }) => [id, name]));
}
