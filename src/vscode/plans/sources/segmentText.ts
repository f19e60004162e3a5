import { l10n } from 'vscode';
import type { Filter } from '../../../surface/gridMessages.ts';

/** Which customers a plan is for, where a segment says so. */
export function aboutSegment(filter: Filter | null): readonly string[] {
  const segment = filter?.segment.trim() ?? '';
  return segment === '' ? [] : [l10n.t('Customers of the segment: {0}', segment)];
}
