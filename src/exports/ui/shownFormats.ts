import { l10n } from 'vscode';
import type { AudienceFormat, ExportFormat } from '../../base/exportPlan.ts';

interface ShownFormat {
  readonly name: () => string;
  /** Without a dot. */
  readonly extension: string;
  /** What it is good for. */
  readonly about: () => string;
  /** Whether it has cells, and with them the options of a CSV. */
  readonly hasCells: boolean;
  /** Whether a finished file can be read in an editor. */
  readonly isText: boolean;
}

/** All that users are shown and asked by format, in the order of the list. */
export const SHOWN_FORMATS: Readonly<Record<ExportFormat | AudienceFormat, ShownFormat>> = {
  ndjson: {
    name: () => 'NDJSON',
    extension: 'ndjson',
    about: () => l10n.t('One record per line, exactly as the service sent it'),
    hasCells: false,
    isText: true,
  },
  json: {
    name: () => 'JSON',
    extension: 'json',
    about: () => l10n.t('One array of records, exactly as the service sent them'),
    hasCells: false,
    isText: true,
  },
  csv: {
    name: () => 'CSV',
    extension: 'csv',
    about: () => l10n.t('For spreadsheets'),
    hasCells: true,
    isText: true,
  },
  parquet: {
    name: () => 'Parquet',
    extension: 'parquet',
    about: () => l10n.t('Typed columns, for DuckDB, Spark and BigQuery'),
    hasCells: false,
    isText: false,
  },
  line: {
    name: () => l10n.t('User IDs for LINE'),
    extension: 'txt',
    about: () =>
      l10n.t(
        'LINE customers only: one file for each page, with one user ID per line and the page ID in the file name',
      ),
    hasCells: false,
    isText: true,
  },
  userIds: {
    name: () => l10n.t('User IDs (CSV)'),
    extension: 'csv',
    about: () => l10n.t('User ID, page ID and platform of LINE and Facebook customers'),
    hasCells: false,
    isText: true,
  },
};
