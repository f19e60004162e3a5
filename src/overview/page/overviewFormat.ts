import * as l10n from '@vscode/l10n';
import { supportedLocale } from '../../base/text.ts';
import { agoText } from '../../customers/page/format.ts';
import { MAX_TIME } from '../../base/numbers.ts';

export class OverviewFormat {
  readonly #locale: string;
  readonly #whole: Intl.NumberFormat;
  readonly #signed: Intl.NumberFormat;
  readonly #decimal: Intl.NumberFormat;
  readonly #share: Intl.NumberFormat;
  readonly #shareWithDecimal: Intl.NumberFormat;
  readonly #list: Intl.ListFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #moment: Intl.DateTimeFormat;
  readonly #month: Intl.DateTimeFormat;

  constructor(language: string) {
    this.#locale = supportedLocale(language);
    const numbers = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(this.#locale, options);
    this.#whole = numbers({});
    this.#signed = numbers({ signDisplay: 'exceptZero' });
    this.#decimal = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#share = numbers({ style: 'percent' });
    this.#shareWithDecimal = numbers({ style: 'percent', maximumFractionDigits: 1 });
    this.#list = new Intl.ListFormat(this.#locale);
    this.#day = new Intl.DateTimeFormat(this.#locale, { dateStyle: 'medium' });
    this.#moment = new Intl.DateTimeFormat(this.#locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    this.#month = new Intl.DateTimeFormat(this.#locale, { month: 'short', year: 'numeric' });
  }

  number(value: number): string {
    return this.#whole.format(value);
  }

  signed(value: number): string {
    return this.#signed.format(value).replace('-', '−');
  }

  decimal(value: number): string {
    return this.#decimal.format(value);
  }

  /** Shares below 10% get one decimal. A share that would be rounded to 0% is shown as `<0.1%`. */
  share(part: number, whole: number): string {
    if (whole === 0) return '';
    const share = part / whole;
    if (share > 0 && share < 0.0005) return `<${this.#shareWithDecimal.format(0.001)}`;
    return (share < 0.1 ? this.#shareWithDecimal : this.#share).format(share);
  }

  customers(count: number): string {
    return count === 1 ? l10n.t('1 customer') : l10n.t('{0} customers', this.number(count));
  }

  list(texts: readonly string[]): string {
    return this.#list.format(texts);
  }

  /** Returns the relative time, such as "3 weeks ago". */
  ago(time: number): string {
    return agoText(this.#locale, Date.now() - time);
  }

  day(time: number): string {
    return Math.abs(time) <= MAX_TIME ? this.#day.format(time) : String(time);
  }

  /** Formats a time as day and time of day. */
  moment(time: number): string {
    return Math.abs(time) <= MAX_TIME ? this.#moment.format(time) : String(time);
  }

  /** @param value `YYYY-MM`, or `YYYY` for a whole year */
  month(value: string): string {
    const [year = '', month] = value.split('-');
    return month === undefined
      ? year
      : this.#month.format(new Date(Number(year), Number(month) - 1));
  }

  compare(one: string, other: string): number {
    return one.localeCompare(other, this.#locale);
  }
}

export function joinedByDots(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}
