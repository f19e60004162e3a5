import type { Column } from '../base/customerFields.ts';
import type { SearchStrings } from '../search/searchStrings.ts';

/** Of the row of charts below the column headers. */
interface ChartStrings {
  readonly title: string;
  /** `{0}`: the column */
  readonly of: string;
  /** `{0}`: number of values. Every customer has one. */
  readonly different: string;
  /** `{0}`: number of values, `{1}`: share of customers without a value */
  readonly differentEmpty: string;
  /** `{0}`: the value, `{1}`: customers, `{2}`: their share */
  readonly bar: string;
  /** `{0}`: the column, `{1}`: customers */
  readonly summary: string;
  readonly filled: string;
  readonly others: string;
  readonly value: string;
  readonly count: string;
  readonly share: string;
  readonly keys: string;
}

/** Of ranges of cells. */
interface RangeStrings {
  readonly copyCsv: string;
  readonly none: string;
  /** `{0}`: cells */
  readonly copied: string;
  /** `{0}`: cells, `{1}`: as many as can be copied */
  readonly tooMany: string;
}

/** The grid's texts, translated by the panel, handed over in the HTML. `{0}`, `{1}` are filled by the grid. */
export interface GridStrings {
  readonly limit: string;
  readonly limitError: string;
  readonly from: string;
  readonly load: string;
  /** `{0}`: customers, `{1}`: the time */
  readonly asked: string;
  readonly askedAfter: string;
  readonly change: string;
  readonly changeTitle: string;
  readonly loadMore: string;
  readonly loading: string;
  readonly retry: string;
  /** `{0}`: rows */
  readonly loadedMore: string;
  /** `{0}`: rows */
  readonly loadedAll: string;
  /** `{0}`: pages loaded so far, `{1}`: pages wanted */
  readonly loadingPages: string;
  /** `{0}`: pages loaded so far */
  readonly loadingAll: string;
  readonly loadAll: string;
  /** `{0}`: pages */
  readonly loadAgain: string;
  readonly cancel: string;
  /** `{0}`: rows that match, `{1}`: loaded rows */
  readonly matching: string;
  /** `{0}`: rows */
  readonly selected: string;
  /** `{0}`: rows */
  readonly selectAll: string;
  readonly clearSelection: string;
  /** Note when the user chooses something while the search cannot be parsed. */
  readonly unreadable: string;
  readonly facets: {
    readonly status: string;
    readonly platform: string;
    readonly tag: string;
    readonly active: string;
  };
  readonly search: SearchStrings;
  readonly findTag: string;
  readonly noValue: string;
  readonly noValues: string;
  /** `{0}`: values */
  readonly beyond: string;
  readonly after: string;
  readonly before: string;
  readonly lastDay: string;
  /** `{0}`: days */
  readonly lastDays: string;
  /** `{0}`: matching customers, `{1}`: loaded customers */
  readonly foundFirst: string;
  readonly foundAll: string;
  readonly searchAll: string;
  readonly noMatch: string;
  readonly more: string;
  readonly noRow: string;
  readonly severalSelected: string;
  readonly columnsMenu: string;
  readonly sortUp: string;
  readonly sortDown: string;
  readonly unsort: string;
  readonly lastColumn: string;
  /** `{0}` in these five: the column */
  readonly hide: string;
  readonly pin: string;
  readonly unpin: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly resetColumns: string;
  /** `{0}` in these two: the column */
  readonly sortedUp: string;
  readonly sortedDown: string;
  readonly details: string;
  readonly closeDetails: string;
  readonly noDetails: string;
  readonly otherFields: string;
  readonly picture: string;
  /** `{0}`: how long ago */
  readonly activeAgo: string;
  /** `{0}`: the tag */
  readonly detach: string;
  readonly showTag: string;
  /** `{0}`: what */
  readonly copy: string;
  /** As `GridRows.untaggable` numbers them, from 1. */
  readonly untaggable: readonly string[];
  /** `{0}`: records */
  readonly bad: string;
  readonly none: string;
  /** `{0}`: page number */
  readonly openPage: string;
  readonly openRecord: string;
  readonly attachTag: string;
  readonly detachTag: string;
  readonly listTags: string;
  readonly copyId: string;
  readonly unexpected: string;
  /** What a text is about, `{0}`, and the text, `{1}`. */
  readonly labelled: string;
  /** Between the words of a list. */
  readonly comma: string;
  /** Texts of status 1…5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
  readonly grid: string;
  readonly charts: ChartStrings;
  readonly range: RangeStrings;
  readonly columns: Readonly<Record<Column, string>>;
}
