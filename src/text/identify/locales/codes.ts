/** The languages whose identifying data is known. */
export const LOCALE_CODES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const
export type LocaleCode = (typeof LOCALE_CODES)[number]
