/**
 * A search: which customers, in words and conditions. Its text form is `mei tag:VIP not (blocked or active < 30d)`; names
 * with spaces stand in double quotes, in which `\"` and `\\` are escapes.
 */
export type Segment =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Segment[] }
  | { readonly kind: 'not'; readonly part: Segment }
  | Condition;

/** `!=` is the same as `not … =`: it is true of a customer without the value, every other comparison is false of them. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** What is true or false of one customer. */
export type Condition =
  /** `mei`, `"Spring sale"`: stands in any value of the record, whatever its case. */
  | { readonly kind: 'text'; readonly text: string }
  | TagCondition
  /** `tags >= 3`: how many different tags a customer has. */
  | { readonly kind: 'tags'; readonly comparison: Comparison; readonly number: number }
  /** `status = running`, `platform = LINE`, `page = 123`, `gender = male`: as the record has it, `value` as text. */
  | {
      readonly kind: 'field';
      readonly field: SegmentField;
      readonly comparison: '=' | '!=';
      readonly value: string;
    }
  /** `active < 30d`, `first >= 2026-01-31`: the last and the first interaction. */
  | { readonly kind: 'time'; readonly field: 'active' | 'first'; readonly when: When }
  /** `param.city = 台北`, `param."shoe size" >= 42`: a number is compared with texts that read as numbers. */
  | {
      readonly kind: 'param';
      readonly name: string;
      readonly comparison: Comparison;
      readonly value: string;
    }
  /** `has email`, `has status`, `has param.city`: there, and not empty. */
  | { readonly kind: 'has'; readonly field: SegmentField | 'email' | 'phone' }
  | { readonly kind: 'hasParam'; readonly name: string }
  /** `blocked`: the team blocked the customer (`status = blocked`), or the customer the bot (`status = "blocked bot"`). */
  | { readonly kind: 'blocked' }
  /** `segment:"Spring buyers"`: matches a saved segment. `expandSegments` replaces it before the search. */
  | { readonly kind: 'segment'; readonly name: string };

export type SegmentField = 'status' | 'platform' | 'page' | 'gender';

/**
 * `tag:VIP` (by name: exactly it, of the tag as the list or the customer has it), `tagid:…`, `folder:Campaigns` (any tag
 * below a folder of that name, at any depth), `folderid:…`; a tag that has no ID is told by its name. Of such a tag also `applied < 30d` and `count >= 3`, which
 * then have to be true of the same tag.
 */
export interface TagCondition {
  readonly kind: 'tag';
  readonly by: 'tag' | 'tagid' | 'folder' | 'folderid';
  readonly value: string;
  readonly applied?: When | undefined;
  readonly count?: { readonly comparison: Comparison; readonly number: number } | undefined;
}

/**
 * A time compared with an age (`< 30d`: less than 30 days ago; units `h`, `d`, `w`), or with a day or a time of it in local
 * time (`>= 2026-01-31`, `< 2026-01-31T09:30`; `=` is any time of that day, minute or second, `<=` includes all of it, `>`
 * begins after it).
 */
export interface When {
  readonly comparison: Comparison;
  readonly than:
    | { readonly kind: 'age'; readonly amount: number; readonly unit: 'h' | 'd' | 'w' }
    /** `YYYY-MM-DD` */
    | { readonly kind: 'day'; readonly day: string }
    /** `YYYY-MM-DDThh:mm`, and as much as there is of `:ss.mmm` and `Z` behind it */
    | { readonly kind: 'time'; readonly time: string };
}

/** The names that a segment may use: a bot's tags and folders as the list has them. */
export interface Vocabulary {
  readonly tags: readonly {
    readonly id: string;
    readonly name: string;
    readonly folder: string | null;
  }[];
  /** `parent`: the folder that it stands in. */
  readonly folders: readonly {
    readonly id: string;
    readonly name: string;
    readonly parent: string | null;
  }[];
}

export const NO_VOCABULARY: Vocabulary = { tags: [], folders: [] };

/** A segment that has a name: in the workspace file (shared), or kept in this window's workspace. */
export interface SavedSegment {
  readonly name: string;
  readonly text: string;
  readonly from: 'file' | 'window';
}
