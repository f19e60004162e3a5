import { env } from 'vscode';
import { supportedLocale } from '../supportedLocale.ts';

let locale: string | undefined;

/** For `Intl`: that of the display language, which stays the same while the window lives. */
export function displayLocale(): string {
  return (locale ??= supportedLocale(env.language));
}

/** Made once: making it costs more than drawing a node. */
let format: Intl.NumberFormat | undefined;

/** A whole number as this person reads it: 12,300. */
export function numberText(value: number): string {
  format ??= new Intl.NumberFormat(displayLocale());
  return format.format(value);
}
