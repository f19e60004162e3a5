const FALLBACK = 'en';

/**
 * A locale that `Intl` knows, for a display language of VS Code. Where it knows none, numbers and times are English like the
 * texts that nobody translated, and not as the machine has them. Never throws.
 */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK;
  } catch {
    // The name of the language pack is no language tag.
    return FALLBACK;
  }
}
