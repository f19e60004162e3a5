const FALLBACK_LOCALE = 'en';

/** The fallback is English, like untranslated texts, not the locale of the machine. Never throws. */
export function supportedLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? FALLBACK_LOCALE;
  } catch {
    // The language pack's name is not a valid language tag.
    return FALLBACK_LOCALE;
  }
}
