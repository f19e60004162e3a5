import * as vscode from 'vscode';
import type { Scan } from '../core/model.ts';
import { customerCount, tagCount } from './counts.ts';
import { numberText } from './numberText.ts';

/** "12,300 customers, 214 tags, 31 new" */
export function countsText({ customers, tags, newTags }: Scan): string {
  const found = vscode.l10n.t('{0} new', numberText(newTags));
  return [customerCount(customers), tagCount(tags), found].join(', ');
}

/** How far a scan is, and what to do when it is not done. */
export function scanText(scan: Scan): string {
  const { l10n } = vscode;
  const texts: Record<Scan['state'], string> = {
    running: l10n.t('under way'),
    paused: l10n.t('paused; "Discover Tags from Customers…" goes on'),
    failed: l10n.t('stopped by an error; "Discover Tags from Customers…" goes on'),
    done: l10n.t('done'),
  };
  return `${countsText(scan)} (${texts[scan.state]})`;
}

/** What a person is told when a scan has ended, for now or for good. */
export function scanEndText(scan: Scan): string {
  const { l10n } = vscode;
  const texts = [
    scan.state === 'done'
      ? l10n.t('Every customer that was asked for is scanned: {0}.', countsText(scan))
      : l10n.t('Scanned so far: {0}. "Discover Tags from Customers…" goes on.', countsText(scan)),
  ];
  if (scan.skipped > 0) {
    const skipped = numberText(scan.skipped);
    texts.push(l10n.t('Records skipped, since they are no objects: {0}.', skipped));
  }
  return texts.join(' ');
}
