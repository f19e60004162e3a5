import { l10n } from 'vscode';
import { isNothing, type TagChanges } from '../../service/tagActions.ts';
import type { UserTag } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import { comma, numberText, quoted, tagCount } from '../../base/ui/localeTexts.ts';

/** Names of a list that a person reads at once. */
const MOST_NAMED = 15;

export type NameOf = (id: string) => string;

/** "Attach 2 tags to Jason?" */
export function questionText({ attach, detach }: TagChanges, who: string): string {
  const [on, off] = [tagCount(attach.length), tagCount(detach.length)];
  if (detach.length === 0) return l10n.t('Attach {0} to {1}?', on, who);
  if (attach.length === 0) return l10n.t('Detach {0} from {1}?', off, who);
  return l10n.t('Change the tags of {0}?', who);
}

/** A line each for what is attached and what is detached. */
export function changeLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attach {0}', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detach {0}', namesText(detach, nameOf))]),
  ];
}

export function conflictText(who: string): string {
  return l10n.t('The tags of {0} in the service have changed since the tags were listed.', who);
}

/** What others changed, and what is left to do. */
export function conflictLines(
  { foreign, left }: Readonly<Record<'foreign' | 'left', TagChanges>>,
  nameOf: NameOf,
): readonly string[] {
  return [
    ...doneLines(foreign, nameOf),
    '',
    ...(isNothing(left) ? [nothingLeftText()] : leftLines(left, nameOf)),
    '',
    l10n.t(
      'If you select "Apply", all other tags of the customer will stay as they are in the service.',
    ),
  ];
}

export function appliedText({ attach, detach }: TagChanges, who: string): string {
  const [on, off] = [tagCount(attach.length), tagCount(detach.length)];
  if (detach.length === 0) return l10n.t('{0} attached to {1}.', on, who);
  if (attach.length === 0) return l10n.t('{0} detached from {1}.', off, who);
  return sentences([
    l10n.t('{0} attached to {1}.', on, who),
    l10n.t('{0} detached from {1}.', off, who),
  ]);
}

export function nothingLeftText(): string {
  return l10n.t(
    'Nothing is left to do, because the selected changes are already made in the service.',
  );
}

/** What was done before it stopped, and what is left. */
export function stoppedText(
  {
    done,
    left,
    isUnknown,
  }: { readonly done: TagChanges; readonly left: TagChanges; readonly isUnknown: boolean },
  nameOf: NameOf,
): string {
  return sentences([
    ...(isNothing(done) && !isUnknown ? [l10n.t('Nothing was changed.')] : []),
    ...doneLines(done, nameOf),
    ...leftLines(left, nameOf),
  ]);
}

function doneLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attached: {0}.', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detached: {0}.', namesText(detach, nameOf))]),
  ];
}

function leftLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
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
  const names = ids.slice(0, MOST_NAMED).map((id) => quoted(nameOf(id)));
  const more = ids.length - names.length;
  if (more > 0) names.push(l10n.t('{0} more', numberText(more)));
  return names.join(comma());
}

export function nameLookup(
  ...lists: readonly (readonly Pick<UserTag, 'id' | 'name'>[])[]
): Map<string, string> {
  return new Map(lists.flat().map(({ id, name }) => [id, name]));
}
