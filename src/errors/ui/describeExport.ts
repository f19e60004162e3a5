import { l10n } from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import {
  ExportError,
  type ExportInterrupted,
  type ExportProblem,
} from '../../base/exportErrors.ts';
import { sentences } from '../../base/text.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import { detailText } from './detailText.ts';

type LimitProblem = Extract<ExportProblem, { readonly limit: number }>;

/**
 * Problems that are failures of an export: they are shown as errors. All others are refusals, shown as warnings, also
 * those that end a running export: with `taken`, another window continues the export; with `exists` or
 * `too-many-pages`, an export of user IDs for an audience writes no file.
 */
const FAILURES: ReadonlySet<ExportProblem['kind']> = new Set([
  'no-space',
  'not-writable',
  'failed',
  'too-many-columns',
] as const);

export function isExportFailure({ problem }: ExportError): boolean {
  return FAILURES.has(problem.kind);
}

/** Describes the failure of an export that has written no record, and so leaves no files. */
export function describeNotExported(error: ExportError): string {
  const text = describeExport(error);
  if (!isExportFailure(error)) return text;
  return sentences([text, l10n.t('Nothing was exported.')]);
}

function describeExport({ problem, file }: ExportError): string {
  switch (problem.kind) {
    case 'exists':
      return l10n.t(
        '"{0}" already exists. Choose another name, or replace the existing file.',
        file,
      );
    case 'unfinished':
      return l10n.t(
        'An export to "{0}" was interrupted. Resume that export, or choose another name for the new export.',
        file,
      );
    case 'running':
      return l10n.t(
        'An export to "{0}" is already running in this window or in another window. Wait until that export is finished, or choose another name.',
        file,
      );
    case 'nothing':
      return l10n.t(
        'There is no unfinished export to "{0}". Choose another file, or start a new export.',
        file,
      );
    case 'damaged':
      return l10n.t(
        'The export to "{0}" cannot be resumed ({1}). Start the export again.',
        file,
        detailText(problem.detail),
      );
    case 'in-the-way':
      return l10n.t(
        'The export must create the file "{0}", but another file with this name already exists. Move the existing file to another folder, or choose another name for the export.',
        problem.path,
      );
    case 'taken':
      return l10n.t(
        'Another window has taken over the export to "{0}", or the file "{0}.checkpoint" was deleted. This window writes nothing more to the export. Check the exported file before you export again.',
        file,
      );
    case 'no-space':
      return l10n.t(
        'There is no space left on the disk for "{0}". Free up disk space, then try again.',
        file,
      );
    case 'not-writable':
    case 'failed':
      return l10n.t(
        'Could not write "{0}" ({1}). Check the disk and the permissions, or choose another folder.',
        file,
        detailText(problem.detail),
      );
    case 'too-many-columns':
    case 'too-many-pages':
      return describeLimit(problem);
  }
}

function describeLimit({ kind, limit }: LimitProblem): string {
  if (kind === 'too-many-columns') {
    return l10n.t(
      'The customers have more than {0} different tags and parameters, which is too many to write as columns. Write the lists of tags and parameters as JSON instead.',
      limit,
    );
  }
  return l10n.t(
    'The customers have more than {0} different page IDs, which is too many to write one file for each page ID. Nothing was written. Choose "User IDs (CSV)" to write all customers to one file.',
    limit,
  );
}

/** @param describe describes the cause if it is not an `ExportError` */
export function describeInterrupted(
  { cause, file, records }: ExportInterrupted,
  describe: (error: unknown) => string,
): string {
  const partialFileText = l10n.t(
    'The file "{0}.partial" contains {1}.',
    file,
    customerCountText(records),
  );
  if (Cancelled.is(cause))
    return l10n.t('The export was canceled. {0} Use "Resume…" to continue.', partialFileText);
  return sentences([
    cause instanceof ExportError ? describeExport(cause) : describe(cause),
    partialFileText,
  ]);
}
