export type InputFormat = 'csv' | 'json' | 'ndjson';

/** How the text of an input is written. */
export type InputEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'big5';
