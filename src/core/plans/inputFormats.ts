export type InputFormat = 'csv' | 'json' | 'ndjson' | 'parquet';

/** How the text of an input is written; Parquet has always UTF-8. */
export type InputEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5';
