import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { lazy } from '../../../../src/base/promises.ts';
import type { FileFinding } from '../../../../src/catalogue/workspaceFileText.ts';
import { readText } from '../../../../src/workspaceFile/readText.ts';
import { writeSegment } from '../../../../src/workspaceFile/writeSegment.ts';
import { writeText } from '../../../../src/workspaceFile/writeText.ts';
import { itemOf } from '../../base/fakes.ts';
import { withVscode } from '../../vscodeTexts.ts';
import { bot, changeWithBots, tag } from '../content.ts';

/** Replacement of the `vscode` module. A position is a line, and each range contains every position. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export class Range { contains() { return true; } }
export class WorkspaceEdit { replace() {} }
export class CodeAction { constructor(title) { this.title = title; } }
export const CodeActionKind = {};
export const languages = { registerCodeActionsProvider: () => ({ dispose() {} }) };
`;

const { FileFixes } = await withVscode(
  VSCODE,
  '?fixes',
  () => import('../../../../src/workspaceFile/ui/fileFixes.ts'),
);

describe('FileFixes', () => {
  it('offer few fixes for a selection with many deleted tags, because each writes the whole file', async () => {
    const tags = Array.from({ length: 100 }, (_, index) => tag(`tag-${index}`));
    const text = writeText('', changeWithBots(bot({ items: tags })));
    let writeCount = 0;
    const write: typeof writeText = (...parameters) => {
      writeCount++;
      return writeText(...parameters);
    };
    const fixes = new FileFixes(
      lazy(async () => ({ read: readText, write, writeSegment })),
      {
        isLoaded: () => true,
        findings: async (locatedItems) =>
          locatedItems.map((locatedItem): FileFinding => {
            return { kind: 'gone', locatedItem, item: itemOf(locatedItem.id) };
          }),
      },
    );
    const document = { uri: 'file', version: 1, getText: () => text, positionAt: () => 0 };
    const selection = { start: { line: 0 }, end: { line: 200 } };
    const actions = await fixes.provideCodeActions(
      document as unknown as vscode.TextDocument,
      selection as vscode.Range,
      { diagnostics: [] } as unknown as vscode.CodeActionContext,
    );
    assert.deepEqual([actions.length, writeCount], [10, 10]);
    assert.equal(actions[0]?.title, 'Remove "tag-0" from File');
  });
});
