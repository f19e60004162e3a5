import type { OverviewAction, OverviewSource, ValueChart } from './overviewMessages.ts';

/** Texts of the Tag Overview. Its panel translates them and passes them in the HTML. The page fills `{0}` and `{1}`. */
export interface OverviewStrings {
  readonly title: string;
  /** `{0}`: number of customers, `{1}`: relative time, such as "3 days ago" */
  readonly scanned: string;
  /** `{0}`: number of customers, `{1}`: relative time of the count */
  readonly loaded: string;
  readonly sources: Readonly<Record<OverviewSource, string>>;
  readonly sourceLabel: string;
  readonly export: string;
  readonly scan: string;
  readonly openCustomers: string;
  readonly cancel: string;
  readonly empty: string;
  readonly emptyHint: string;
  /** `{0}`: label, `{1}`: labeled text */
  readonly labeled: string;
  readonly customer: string;
  readonly customers: string;
  readonly numbers: {
    readonly label: string;
    readonly tags: string;
    /** `{0}`: percentage */
    readonly tagged: string;
    readonly mean: string;
    /** `{0}`: day of the earlier scan */
    readonly changedSince: string;
    readonly noEarlier: string;
    readonly tagsToTidy: string;
    readonly tidyTitle: string;
  };
  readonly tagChart: {
    readonly title: string;
    /** `{0}`: number of customers */
    readonly ofCustomers: string;
    readonly search: string;
    readonly tag: string;
    readonly share: string;
    readonly lastApplied: string;
    readonly change: string;
    /** `{0}`: time of the earlier scan */
    readonly changeSince: string;
    readonly history: string;
    /** `{0}`: number of further tags */
    readonly more: string;
    readonly noMatch: string;
    readonly none: string;
    /** `{0}`: path of the folder */
    readonly folder: string;
    readonly menu: string;
    /** `{0}`: title of the column, also in `sortedDown` */
    readonly sortedUp: string;
    readonly sortedDown: string;
  };
  readonly charts: Readonly<Record<ValueChart, string>>;
  /** Header of the columns with values. */
  readonly value: string;
  /** Names of the statuses, from status 1. */
  readonly status: readonly string[];
  readonly noValue: string;
  readonly noCustomers: string;
  /** `{0}`: number of further values */
  readonly othersInTable: string;
  readonly asTable: string;
  readonly asChart: string;
  readonly tidy: {
    readonly title: string;
    readonly nothing: string;
    /** `{0}`: place of the input field */
    readonly thresholdLabel: string;
    readonly tags: string;
    readonly tagsAndFolders: string;
    readonly similar: Readonly<Record<'spelling' | 'plural' | 'letter', string>>;
    readonly sameName: string;
    readonly stale: string;
    /** `{0}`: number of counted customers */
    readonly unused: string;
    /** `{0}`: threshold, `{1}`: number of counted customers */
    readonly fewerThan: string;
    readonly gone: string;
    readonly unplaced: string;
    /** Explanation why tags are not reported as stale. */
    readonly notAllCounted: string;
    readonly ignore: string;
    /** `{0}`: number of ignored findings */
    readonly showIgnored: string;
    readonly showTags: string;
    readonly hideTags: string;
  };
  readonly actions: Readonly<Record<OverviewAction, string>>;
}
