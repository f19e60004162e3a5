import type { Column } from '../base/customerFields.ts';
import type { SearchStrings } from '../search/searchStrings.ts';

interface ChartStrings {
  readonly title: string;
  /** `{0}`: title of the column */
  readonly statisticsOf: string;
  /** `{0}`: number of values. Used if every customer has a value. */
  readonly distinctValues: string;
  /** `{0}`: number of values, `{1}`: share of customers without a value */
  readonly distinctValuesAndEmpty: string;
  /** `{0}`: value, `{1}`: number of customers, `{2}`: their share */
  readonly bar: string;
  /** `{0}`: title of the column, `{1}`: number of customers */
  readonly summary: string;
  /** Name of the bar for all values of a column that is only counted as filled or empty. */
  readonly anyValue: string;
  /** Name of the bar for the values without a bar of their own. */
  readonly otherValues: string;
  readonly value: string;
  readonly count: string;
  readonly share: string;
  readonly keyboardHelp: string;
}

interface RangeStrings {
  readonly copyCsv: string;
  /** Note that is shown if no range is selected. */
  readonly none: string;
  /** `{0}`: number of cells */
  readonly copied: string;
  /** `{0}`: number of cells, `{1}`: maximum number of cells */
  readonly tooMany: string;
}

/** Texts of the grid. The panel translates them and passes them in the HTML. The grid fills `{0}` and `{1}`. */
export interface GridStrings {
  readonly limit: string;
  readonly limitError: string;
  readonly activeAfter: string;
  readonly load: string;
  /** `{0}`: number of customers per page. `{1}` in the next text: time after which customers were active */
  readonly querySummary: string;
  readonly querySummaryActiveAfter: string;
  readonly change: string;
  readonly changeTitle: string;
  readonly loadMore: string;
  readonly loading: string;
  readonly retry: string;
  /** `{0}` in the next two texts: number of rows */
  readonly loadedFirst: string;
  readonly loadedAll: string;
  /** `{0}`: number of loaded pages, `{1}`: number of requested pages */
  readonly loadingPages: string;
  /** `{0}`: number of loaded pages */
  readonly loadingAll: string;
  readonly loadAll: string;
  /** `{0}`: number of pages */
  readonly loadAgain: string;
  readonly cancel: string;
  /** `{0}`: number of matching rows, `{1}`: number of loaded rows */
  readonly matching: string;
  /** `{0}` in the next two texts: number of rows */
  readonly selected: string;
  readonly selectAll: string;
  readonly clearSelection: string;
  /** Note that is shown if the user picks a value while the search has a syntax error. */
  readonly searchHasError: string;
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
  /** `{0}`: number of values that are not listed */
  readonly omittedValues: string;
  readonly activeFrom: string;
  readonly activeTo: string;
  readonly lastDay: string;
  /** `{0}`: number of days */
  readonly lastDays: string;
  /** In the next two texts: `{0}`: number of matching customers, `{1}`: number of loaded customers */
  readonly foundFirst: string;
  readonly foundAll: string;
  readonly searchAll: string;
  readonly noMatch: string;
  readonly moreActions: string;
  /** Reason why an action on a row is disabled: no row is current or selected. */
  readonly noRow: string;
  /** Reason why the tags of one customer cannot be changed: several rows are selected. */
  readonly severalSelected: string;
  readonly columnsMenu: string;
  readonly sortAscending: string;
  readonly sortDescending: string;
  readonly unsort: string;
  /** Reason why the last visible column cannot be hidden. */
  readonly onlyColumn: string;
  /** `{0}` in the next five texts: title of the column */
  readonly hide: string;
  readonly pin: string;
  readonly unpin: string;
  readonly moveLeft: string;
  readonly moveRight: string;
  readonly resetColumns: string;
  /** `{0}` in the next two texts: title of the column */
  readonly sortedUp: string;
  readonly sortedDown: string;
  readonly details: string;
  readonly closeDetails: string;
  readonly noDetails: string;
  readonly otherFields: string;
  readonly picture: string;
  /** `{0}`: relative time, such as "3 days ago" */
  readonly activeAgo: string;
  /** `{0}`: name of the tag */
  readonly detach: string;
  readonly showTag: string;
  /** `{0}`: name of the copied value */
  readonly copy: string;
  /** Reasons why a customer cannot be tagged. `GridRows.untaggable` refers to them by position, from 1. */
  readonly untaggable: readonly string[];
  /** `{0}`: number of records */
  readonly withInvalidData: string;
  /** Status if there are no customers. */
  readonly none: string;
  /** `{0}`: page number */
  readonly openPage: string;
  readonly openRecord: string;
  readonly attachTag: string;
  readonly detachTag: string;
  readonly listTags: string;
  readonly copyId: string;
  /** Label before the problems of a record with unexpected data. */
  readonly unexpectedData: string;
  /** `{0}`: label, `{1}`: labeled text */
  readonly labeled: string;
  readonly comma: string;
  /** Names of the statuses 1 to 5. */
  readonly status: readonly string[];
  readonly male: string;
  readonly female: string;
  readonly grid: string;
  readonly charts: ChartStrings;
  readonly range: RangeStrings;
  readonly columns: Readonly<Record<Column, string>>;
}
