/**
 * Search for customers by words and conditions, such as `mei tag:VIP not (blocked or active < 30d)`. Names with spaces
 * are in double quotes, in which `\"` and `\\` are escapes.
 */
export type Segment =
  /** Group of at least two parts. */
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Segment[] }
  | { readonly kind: 'not'; readonly part: Segment }
  | Condition;

/** `!=` means `not … =`, so it is true for customers without the value. Every other comparison is false for them. */
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Condition =
  /** `mei`, `"Spring sale"`: any value of the record contains the text, ignoring case. */
  | { readonly kind: 'text'; readonly text: string }
  | TagCondition
  /** `tags >= 3`: number of different tags of a customer. */
  | { readonly kind: 'tags'; readonly comparison: Comparison; readonly number: number }
  /** `status = running`, `platform = LINE`, `page = 123`, `gender = male`: `value` as text. */
  | {
      readonly kind: 'field';
      readonly field: SegmentField;
      readonly comparison: '=' | '!=';
      readonly value: string;
    }
  /** `active < 30d`, `first >= 2026-01-31`: last and first interaction. */
  | { readonly kind: 'time'; readonly field: 'active' | 'first'; readonly when: When }
  /** `param.city = 台北`, `param."shoe size" >= 42`: a number is compared with numeric texts. */
  | {
      readonly kind: 'param';
      readonly name: string;
      readonly comparison: Comparison;
      readonly value: string;
    }
  /** `has email`, `has status`, `has param.city`: present and not empty. */
  | { readonly kind: 'has'; readonly field: SegmentField | 'email' | 'phone' }
  | { readonly kind: 'hasParam'; readonly name: string }
  /** `blocked`: the team blocked the customer (status 4), or the customer blocked the bot (status 5, `blocked bot`). */
  | { readonly kind: 'blocked' }
  /** `segment:"Spring buyers"`: matches a saved segment. Replaced by `expandSegments` before the search. */
  | { readonly kind: 'segment'; readonly name: string };

export type SegmentField = 'status' | 'platform' | 'page' | 'gender';

/**
 * `tag:VIP` (exact name, in the catalogue or on the customer), `tagid:…`, `folder:Campaigns` (any
 * tag at any depth in a folder of that name), `folderid:…`. A tag without an ID is identified by
 * its name. `applied < 30d` and `count >= 3` can follow, and have to be true for the same tag.
 */
export interface TagCondition {
  readonly kind: 'tag';
  readonly by: 'tag' | 'tagid' | 'folder' | 'folderid';
  readonly value: string;
  readonly applied?: When | undefined;
  readonly count?: { readonly comparison: Comparison; readonly number: number } | undefined;
}

/**
 * Comparison of a time with an age (`< 30d`: less than 30 days ago; units `h`, `d`, `w`), or with a
 * day or time in local time (`>= 2026-01-31`, `< 2026-01-31T09:30`). `=` matches the whole day,
 * minute or second, `<=` includes the whole of it, and `>` begins after it.
 */
export interface When {
  readonly comparison: Comparison;
  readonly operand:
    | { readonly kind: 'age'; readonly amount: number; readonly unit: 'h' | 'd' | 'w' }
    /** `YYYY-MM-DD` */
    | { readonly kind: 'day'; readonly day: string }
    /** `YYYY-MM-DDThh:mm`, optionally followed by parts of `:ss.mmm` and `Z` */
    | { readonly kind: 'time'; readonly time: string };
}

/** Names that a segment may use: the tags and folders of a bot in the catalogue. */
export interface Vocabulary {
  readonly tags: readonly {
    readonly id: string;
    readonly name: string;
    readonly folder: string | null;
  }[];
  readonly folders: readonly {
    readonly id: string;
    readonly name: string;
    readonly parent: string | null;
  }[];
}

export const NO_VOCABULARY: Vocabulary = { tags: [], folders: [] };

/** Named segment: in the workspace file (shared), or stored in this window's workspace. */
export interface SavedSegment {
  readonly name: string;
  readonly text: string;
  readonly from: 'file' | 'window';
}

/** Returns the segment for a time from the day `from` until before the day `to`. */
export function dayRange(field: 'active' | 'first', from: string, to: string): Segment {
  const bound = (comparison: '>=' | '<', day: string): Segment => {
    return { kind: 'time', field, when: { comparison, operand: { kind: 'day', day } } };
  };
  return { kind: 'and', parts: [bound('>=', from), bound('<', to)] };
}
