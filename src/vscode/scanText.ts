import * as vscode from 'vscode';
import type { Scan } from '../core/model.ts';
import { numberText } from './numberText.ts';

/** "12,300 customers, 214 tags, 31 new" */
export function countsText({ customers, tags, newTags }: Scan): string {
  const counts = [customers, tags, newTags].map(numberText);
  return vscode.l10n.t('{0} customers, {1} tags, {2} new', ...counts);
}
