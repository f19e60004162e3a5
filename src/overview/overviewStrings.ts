import type { OverviewAction, OverviewSource, ValueChart } from './overviewMessages.ts';

/** The texts of the Tag Overview, translated by its panel, handed over in the HTML. `{0}`, `{1}` are filled by the page. */
export interface OverviewStrings {
  readonly title: string;
  /** `{0}`: customers, `{1}`: how long ago */
  readonly scanned: string;
  readonly loaded: string;
  readonly sources: Readonly<Record<OverviewSource, string>>;
  readonly sourceLabel: string;
  readonly export: string;
  readonly scan: string;
  readonly openCustomers: string;
  readonly cancel: string;
  readonly empty: string;
  readonly emptyHint: string;
  /** What a text is about, `{0}`, and the text, `{1}`. */
  readonly labelled: string;
  readonly customer: string;
  /** `{0}`: how many */
  readonly customers: string;
  readonly numbers: {
    readonly label: string;
    readonly tags: string;
    /** `{0}`: per cent */
    readonly tagged: string;
    readonly mean: string;
    /** `{0}`: the day */
    readonly since: string;
    readonly noEarlier: string;
    readonly tidy: string;
    readonly tidyTitle: string;
  };
  readonly tagChart: {
    readonly title: string;
    /** `{0}`: customers */
    readonly of: string;
    readonly search: string;
    readonly tag: string;
    readonly share: string;
    readonly lastApplied: string;
    readonly change: string;
    /** `{0}`: when */
    readonly changeSince: string;
    readonly history: string;
    /** `{0}`: how many more */
    readonly more: string;
    readonly noMatch: string;
    readonly none: string;
    /** `{0}`: the folder with those above it */
    readonly folder: string;
    readonly menu: string;
    /** `{0}`: the column */
    readonly sortedUp: string;
    readonly sortedDown: string;
  };
  readonly charts: Readonly<Record<ValueChart, string>>;
  /** Head of the columns of a value. */
  readonly value: string;
  /** Words for the numbers of the service, from 1. */
  readonly status: readonly string[];
  readonly noValue: string;
  readonly noCustomers: string;
  /** `{0}`: how many more */
  readonly othersInTable: string;
  readonly asTable: string;
  readonly asChart: string;
  readonly tidy: {
    readonly title: string;
    readonly nothing: string;
    readonly fewerLabel: string;
    /** `{0}`: how many */
    readonly tags: string;
    readonly tagsAndFolders: string;
    readonly similar: Readonly<Record<'writing' | 'plural' | 'letter', string>>;
    readonly sameName: string;
    readonly stale: string;
    /** `{0}`: how many customers were counted */
    readonly nobody: string;
    /** `{0}`: the number */
    readonly fewer: string;
    readonly gone: string;
    readonly unplaced: string;
    /** Why no tag is called stale. */
    readonly partial: string;
    readonly ignore: string;
    /** `{0}`: how many */
    readonly showIgnored: string;
    readonly showTags: string;
    readonly hideTags: string;
  };
  readonly actions: Readonly<Record<OverviewAction, string>>;
}
