import { l10n } from 'vscode';
import type { RefactorEnd, RefactorProgress, Findings } from '../../runs/refactorPorts.ts';
import { writeRefactor, type RefactorState } from '../../runs/refactorState.ts';
import { customerCountText, numberText } from '../../base/ui/localeTexts.ts';
import { tagsText } from '../../plans/ui/planWords.ts';
import { progressText, runName } from '../../runs/ui/runTexts.ts';

export function refactorName(state: RefactorState): string {
  return runName({ kind: state.kind, detail: writeRefactor(state) });
}

export function refactorProgress(progress: RefactorProgress, state: RefactorState): string {
  switch (progress.kind) {
    case 'waiting':
      return l10n.t(
        'Waiting {0} s, because earlier requests might not have been carried out yet',
        numberText(Math.ceil(progress.ms / 1000)),
      );
    case 'scanning': {
      const { scanned, holders, round } = progress;
      const scanProgress = l10n.t(
        '{0} scanned, {1} have the tag',
        customerCountText(scanned),
        numberText(holders),
      );
      return round === 1
        ? scanProgress
        : l10n.t(
            'Scanning again for customers who got the old tag after the run started: {0}',
            scanProgress,
          );
    }
    case 'creating':
      return l10n.t('Creating "{0}"…', state.target.name);
    case 'attaching':
      return l10n.t('Attaching the new tag: {0}', progressText(progress.run));
    case 'detaching':
      return l10n.t('Undo: {0}', progressText(progress.run));
    case 'sampling':
      return l10n.t(
        'Checking a random sample for the new tag: {0} of {1}',
        numberText(progress.done),
        customerCountText(progress.total),
      );
    case 'asking':
      return l10n.t('Waiting for your answer');
    case 'deleting':
      return l10n.t('Deleting…');
  }
}

/** Returns lines that announce the changes before the start. */
export function beforeLines(state: RefactorState, holderCount: number): readonly string[] {
  const { kind, target } = state;
  const { name } = target;
  const [old, customers] = [tagsText(state.old), customerCountText(holderCount)];
  return [
    kind === 'merge'
      ? l10n.t('Attaches "{0}" to {1}. Asks again before deleting {2}.', name, customers, old)
      : l10n.t(
          'Attaches a new tag "{0}" to {1}, then permanently deletes {2}.',
          name,
          customers,
          old,
        ),
    l10n.t('The ID will change. Update flows and scripts that use the old ID.'),
  ];
}

/** Returns the lines of "Learn More" in the question before the start. */
export function moreLines(): readonly string[] {
  return [
    l10n.t(
      'The service cannot rename, move, or merge tags, so the new tag is attached to each customer who has the old tag. The times at which the old tag was attached, and how often it was attached, are not copied to the new tag.',
    ),
    l10n.t(
      'Customers that the service does not list, and customers without a user ID or a page ID, will not get the new tag.',
    ),
    l10n.t(
      'If a customer has the old tag but did not get the new tag, you will be asked again before the old tag is deleted.',
    ),
  ];
}

/** Returns lines with the results, shown before the old tags are deleted. */
export function findingsLines(findings: Findings, state: RefactorState): readonly string[] {
  const { counts, withoutOld } = findings;
  const { holders, withNew } = counts;
  const [old, name] = [tagsText(state.old), state.target.name];
  const lines = [
    l10n.t('{0} had {1} when the customers were scanned.', customerCountText(holders), old),
    l10n.t(
      'The new tag "{1}" is now attached to {0} of these customers.',
      numberText(withNew),
      name,
    ),
  ];
  if (withoutOld > 0) {
    lines.push(
      l10n.t(
        'A random sample of the customers was checked. Customers in this sample who no longer have {1}: {0}.',
        numberText(withoutOld),
        old,
      ),
    );
  }
  return [...lines, ...lackingLines(findings, old)];
}

/** Returns lines about customers who would, or might, be left without a tag. */
function lackingLines({ counts, isSettled }: Findings, old: string): readonly string[] {
  const { holders, withNew, untaggable, unread } = counts;
  const lines: string[] = [];
  const withoutNewTag = holders - withNew;
  if (withoutNewTag > 0) {
    lines.push(
      l10n.t(
        '{0} did not get the new tag, and will lose {1} if the old tag is deleted.',
        customerCountText(withoutNewTag),
        old,
      ),
    );
  }
  if (untaggable > 0) {
    lines.push(
      l10n.t(
        '{0} without a user ID or without a page ID cannot get the new tag, and will lose {1} if the old tag is deleted.',
        customerCountText(untaggable),
        old,
      ),
    );
  }
  if (unread > 0) {
    lines.push(
      l10n.t(
        'The tags of {0} could not be read, so it is unknown whether they have {1}.',
        customerCountText(unread),
        old,
      ),
    );
  }
  if (!isSettled) {
    lines.push(
      l10n.t(
        'Each scan found more customers who had just got {0}, so some customers might not have the new tag yet.',
        old,
      ),
    );
  }
  return lines;
}

export function doneText({ state, counts }: RefactorEnd): string {
  const { kind, target } = state;
  const taggedCount = numberText(counts.withNew);
  const old = tagsText(state.old);
  if (kind === 'merge')
    return l10n.t(
      '{0} merged into "{1}". Customers with the tag: {2}.',
      old,
      target.name,
      taggedCount,
    );
  if (kind === 'recreate') {
    return l10n.t('{0} recreated with a new ID. Customers with the tag: {1}.', old, taggedCount);
  }
  return l10n.t(
    '{0} is now "{1}", with a new ID. Customers with the tag: {2}.',
    old,
    target.name,
    taggedCount,
  );
}

export function undoLine(state: RefactorState): string {
  const { kind, target } = state;
  const old = tagsText(state.old);
  if (kind === 'merge') {
    return l10n.t('Detaches "{0}" from the customers who got the tag in this merge.', target.name);
  }
  if (target.id === null)
    return l10n.t('No customer has received the new tag yet, and {0} was not changed.', old);
  return l10n.t(
    'Deletes the new tag "{0}" in the service and so removes this tag from all customers. {1} will not be changed.',
    target.name,
    old,
  );
}

export function undoneText({
  state,
  failedCount,
}: Extract<RefactorEnd, { readonly kind: 'undone' }>): string {
  return failedCount > 0
    ? l10n.t(
        'Could not detach "{0}" from {1}. Use "Undo" to try again.',
        state.target.name,
        customerCountText(failedCount),
      )
    : l10n.t('Undone. The previous state of {0} is restored.', tagsText(state.old));
}

/** Returns the reason why a merge of another window cannot be undone. */
export function forgottenText(): string {
  return l10n.t(
    'This merge can no longer be undone, because the list of customers who got the tag was kept only in the window that ran the merge. This attempt to undo changed nothing.',
  );
}
