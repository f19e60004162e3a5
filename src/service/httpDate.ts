const TIME = '(\\d{2}:\\d{2}:\\d{2})';
const RFC_850 = new RegExp(`^[A-Z][a-z]+day, (\\d{2})-([A-Z][a-z]{2})-(\\d{2}) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\\d{1,2}) ${TIME} (\\d{4})$`);
const ANY = new RegExp(`^[A-Z][a-z]{2,8},? .*${TIME}`);

/**
 * A date of an HTTP header in any of its three forms (RFC 9110, section 5.6.7), in ms; each is in UTC, also without
 * saying so.
 * @returns `undefined` for anything else
 */
export function httpDate(text: string, now: number): number | undefined {
  const time = Date.parse(plainDate(text.trim(), now));
  return Number.isNaN(time) ? undefined : time;
}

/** As `Date.parse` reads it on every system. */
function plainDate(text: string, now: number): string {
  const [, day, month, year = '', time] = RFC_850.exec(text) ?? [];
  if (time !== undefined) return `${day} ${month} ${fullYear(Number(year), now)} ${time} GMT`;
  const [, inMonth, inDay, atTime, inYear] = ASCTIME.exec(text) ?? [];
  if (inYear !== undefined) return `${inDay} ${inMonth} ${inYear} ${atTime} GMT`;
  if (!ANY.test(text)) return '';
  return /\d$/.test(text) ? `${text} GMT` : text;
}

/** What would be more than 50 years ahead is the last year before now that ends so. */
function fullYear(lastDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + lastDigits;
  return year > thisYear + 50 ? year - 100 : year;
}
