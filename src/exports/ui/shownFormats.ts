import { l10n } from 'vscode';
import type { AudienceFormat, ExportFormat } from '../../base/exportPlan.ts';

interface ShownFormat {
  readonly name: () => string;
  /** File extension without a dot. */
  readonly extension: string;
  readonly description: () => string;
  /** Whether the format has cells, and therefore the CSV options. */
  readonly hasCells: boolean;
  /** Whether a finished file can be opened in a text editor. */
  readonly isText: boolean;
}

/** Names, descriptions and properties of all formats, in the order in which the user sees them. */
export const SHOWN_FORMATS: Readonly<Record<ExportFormat | AudienceFormat, ShownFormat>> = {
  ndjson: {
    name: () => 'NDJSON',
    extension: 'ndjson',
    description: () => l10n.t('One record per line, exactly as the service sent it'),
    hasCells: false,
    isText: true,
  },
  json: {
    name: () => 'JSON',
    extension: 'json',
    description: () => l10n.t('One array of records, exactly as the service sent them'),
    hasCells: false,
    isText: true,
  },
  csv: {
    name: () => 'CSV',
    extension: 'csv',
    description: () => l10n.t('For spreadsheets'),
    hasCells: true,
    isText: true,
  },
  parquet: {
    name: () => 'Parquet',
    extension: 'parquet',
    description: () => l10n.t('Typed columns, for DuckDB, Spark and BigQuery'),
    hasCells: false,
    isText: false,
  },
  line: {
    name: () => l10n.t('User IDs for LINE'),
    extension: 'txt',
    description: () =>
      l10n.t(
        'LINE customers only: one file for each page, with one user ID per line and the page ID in the file name',
      ),
    hasCells: false,
    isText: true,
  },
  userIds: {
    name: () => l10n.t('User IDs (CSV)'),
    extension: 'csv',
    description: () => l10n.t('User ID, page ID and platform of LINE and Facebook customers'),
    hasCells: false,
    isText: true,
  },
};
