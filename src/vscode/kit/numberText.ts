import * as vscode from 'vscode';

/** Made once: making it costs more than drawing a node. */
let format: Intl.NumberFormat | undefined;

/** A whole number as this person reads it: 12,300. */
export function numberText(value: number): string {
  format ??= new Intl.NumberFormat(vscode.env.language);
  return format.format(value);
}
