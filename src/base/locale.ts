const FALLBACK_LOCALE = 'en';

/**
 * Returns a locale that `Intl` supports for a display language of VS Code. Without a supported locale, numbers and
 * times are English, like untranslated texts, not in the locale of the machine. Never throws.
 */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK_LOCALE;
  } catch {
    // The language pack's name is not a valid language tag.
    return FALLBACK_LOCALE;
  }
}
