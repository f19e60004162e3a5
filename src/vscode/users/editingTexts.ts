import { l10n } from 'vscode';
import { isNothing, type TagChanges } from '../../core/customers/tagChanges.ts';
import type { NamedTag, TagsProblem } from '../../core/customers/userTagsText.ts';
import { sentences } from '../../core/sentences.ts';
import { comma, tagCount, quoted } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';

/** Names of a list that a person reads at once. */
const MOST_NAMED = 15;

export type NameOf = (id: string) => string;

/** What stands in the document above the tags. Nothing of the user: VS Code keeps unsaved text on disk. */
export function headLines(botLabel: string): readonly string[] {
  return [
    l10n.t('Tags of a user of the bot "{0}".', botLabel),
    l10n.t('To attach a tag, remove the // before it. To detach one, put // before it.'),
    l10n.t(
      'Save to look through the changes and apply them. Only IDs count, names are for reading.',
    ),
  ];
}

export function othersText(): string {
  return l10n.t('Other tags of this bot:');
}

export function moreText(more: number): string {
  return l10n.t(
    '{0} more in the list. "Go to Tag…" finds them, and an ID can be put in here like those above.',
    tagCount(more),
  );
}

export function tagsProblemText({ code, detail }: TagsProblem): string {
  switch (code) {
    case 'syntax':
      return l10n.t('This is not JSON with comments ({0}).', detail);
    case 'object':
      return l10n.t('Braces are expected here: { … }.');
    case 'id':
      return l10n.t('An ID is missing.');
    case 'name':
      return l10n.t('A name in quotes is expected here, or "".');
    case 'too-large':
      return l10n.t('This is too much text for the tags of a user.');
  }
}

/** "Attach 2 tags to and detach 1 tag from Jason?" */
export function questionText({ attach, detach }: TagChanges, who: string): string {
  const [on, off] = [tagCount(attach.length), tagCount(detach.length)];
  if (detach.length === 0) return l10n.t('Attach {0} to {1}?', on, who);
  if (attach.length === 0) return l10n.t('Detach {0} from {1}?', off, who);
  return l10n.t('Attach {0} to and detach {1} from {2}?', on, off, who);
}

/** A line each for what is attached and what is detached. */
export function changeLines({ attach, detach }: TagChanges, nameOf: NameOf): readonly string[] {
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attach: {0}', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detach: {0}', namesText(detach, nameOf))]),
  ];
}

export function unknownText(ids: readonly string[]): string {
  return l10n.t(
    'Not on the list of this bot, so the service may refuse it: {0}',
    namesText(ids, (id) => id),
  );
}

export function conflictText(who: string): string {
  return l10n.t('The tags of {0} changed on the service since you opened them.', who);
}

/** What others did, what of it was wanted anyway, and what is left to do. */
export function conflictLines(
  { foreign, wanted, left }: Readonly<Record<'foreign' | 'wanted' | 'left', TagChanges>>,
  nameOf: NameOf,
): readonly string[] {
  const { attach, detach } = foreign;
  const done = [
    ...attach.filter((id) => wanted.attach.includes(id)),
    ...detach.filter((id) => wanted.detach.includes(id)),
  ];
  return [
    ...(attach.length === 0 ? [] : [l10n.t('Attached meanwhile: {0}', namesText(attach, nameOf))]),
    ...(detach.length === 0 ? [] : [l10n.t('Detached meanwhile: {0}', namesText(detach, nameOf))]),
    ...(done.length === 0 ? [] : [l10n.t('As you wanted it too: {0}', namesText(done, nameOf))]),
    '',
    ...(isNothing(left)
      ? [l10n.t('Nothing is left to do.')]
      : [l10n.t('Left to do:'), ...changeLines(left, nameOf)]),
    '',
    l10n.t('"Apply My Changes" leaves all else as it is on the service now.'),
  ];
}

export function appliedText({ attach, detach }: TagChanges, who: string): string {
  const [on, off] = [tagCount(attach.length), tagCount(detach.length)];
  if (detach.length === 0) return l10n.t('{0} attached to {1}.', on, who);
  if (attach.length === 0) return l10n.t('{0} detached from {1}.', off, who);
  return l10n.t('{0} attached to and {1} detached from {2}.', on, off, who);
}

/** Where it stopped: what was done, and what was not, or of which nobody knows. */
export function stoppedText(done: TagChanges, left: TagChanges, nameOf: NameOf): string {
  const named = (ids: readonly string[], say: (names: string) => string): readonly string[] =>
    ids.length === 0 ? [] : [say(namesText(ids, nameOf))];
  const parts = [
    ...(isNothing(done) ? [l10n.t('Nothing was changed.')] : []),
    ...named(done.attach, (names) => l10n.t('Attached: {0}.', names)),
    ...named(done.detach, (names) => l10n.t('Detached: {0}.', names)),
    ...named(left.attach, (names) => l10n.t('Left to attach: {0}.', names)),
    ...named(left.detach, (names) => l10n.t('Left to detach: {0}.', names)),
    l10n.t('Save again for that.'),
  ];
  return sentences(parts);
}

function namesText(ids: readonly string[], nameOf: NameOf): string {
  const names = ids.slice(0, MOST_NAMED).map((id) => quoted(nameOf(id)));
  const more = ids.length - names.length;
  if (more > 0) names.push(l10n.t('{0} more', numberText(more)));
  return names.join(comma());
}

export function nameLookup(...lists: readonly (readonly NamedTag[])[]): Map<string, string> {
  return new Map(lists.flat().map(({ id, name }) => [id, name]));
}
