import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { lazy } from '../../../../src/base/promises.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Messages of the diagnostics that are shown, by the URI of their document. */
const shownProblems = new Map<string, readonly { readonly message: string }[]>();
Object.assign(globalThis, { shownProblems });

/** The module `vscode` with the parts that diagnostics need. */
const VSCODE = `
const dispose = () => undefined;
export const l10n = { t: (text) => text };
export const env = { language: 'en' };
export class Range {}
export class Diagnostic { constructor(_range, message) { this.message = message; } }
export class EventEmitter { dispose = dispose; }
export const DiagnosticSeverity = {};
export const languages = {
  createDiagnosticCollection: () => ({
    set: (uri, diagnostics) => globalThis.shownProblems.set(String(uri), diagnostics),
    dispose,
  }),
};
export const workspace = {
  onDidChangeTextDocument: () => ({ dispose }),
  onDidCloseTextDocument: () => ({ dispose }),
};
`;

const { PlanEditors } = await withVscode(
  VSCODE,
  '?planEditors',
  () => import('../../../../src/plans/ui/planEditors.ts'),
);

const FAULT = { offset: 0, length: 1, line: 1, message: 'wrong' };

/** Returns the number of problems that are shown for a document after it was checked. */
function countShown(isClosed: boolean): number | undefined {
  shownProblems.clear();
  const editors = new PlanEditors(
    lazy(() => import('../../../../src/plans/planTexts.ts')),
    async () => undefined,
  );
  const document = { uri: 'file:///a', isClosed, positionAt: () => ({}) };
  editors.show(document as unknown as vscode.TextDocument, [FAULT]);
  editors.dispose();
  return shownProblems.get('file:///a')?.length;
}

describe('PlanEditors', () => {
  it('shows the problems of an open plan', () => {
    assert.equal(countShown(false), 1);
  });

  it('shows no problems of a plan that was closed meanwhile, because nothing would remove them', () => {
    assert.equal(countShown(true), undefined);
  });
});
