/** Type of a value within a record. `filled`: a text that is not empty; `time`: a number, ms since 1970. */
export type ScalarKind = 'text' | 'filled' | 'number' | 'time';

/**
 * Description of a field. The kind determines the type in the model and in Parquet, and how the column sorts: texts by
 * the language, numbers and times by value, lists by length.
 */
type Field = {
  /** Whether the field may be absent or null. */
  readonly isOptional: boolean;
  /** `unique`: searched, and values are nearly unique; `shared`: searched, and many customers share a value. */
  readonly search: 'unique' | 'shared' | 'no';
  /** Whether an export can leave the field out or hash its values. */
  readonly isPersonal: boolean;
} & (Scalar | List) &
  (ShownField | HiddenField);

interface Scalar {
  readonly kind: Exclude<ScalarKind, 'filled'>;
}

interface List {
  readonly kind: 'list';
  readonly entry: Readonly<Record<string, ScalarKind>>;
}

interface ShownField {
  readonly column: {
    /** Column ID in stored views, in the style sheet and in the texts of the page. */
    readonly id: string;
    /** Default position from left to right, as a sort key: any number. */
    readonly position: number;
    /** Default width in px. */
    readonly width: number;
  };
  /** Position among the details from top to bottom, as a sort key: any number; `section`: in a separate section. */
  readonly details: number | 'heading' | 'section';
}

interface HiddenField {
  readonly column: null;
  readonly details: 'section';
}

/**
 * Every field of a customer record, in the order of docs/service-interface.md, section 2.4, and of exported tables. Any
 * further field of a record is shown and exported under `other`.
 */
export const FIELDS = {
  id: {
    kind: 'text',
    isOptional: false,
    column: { id: 'id', position: 140, width: 240 },
    details: 10,
    search: 'unique',
    isPersonal: false,
  },
  name: {
    kind: 'text',
    isOptional: false,
    column: { id: 'name', position: 10, width: 200 },
    details: 'heading',
    search: 'unique',
    isPersonal: true,
  },
  platform: {
    kind: 'text',
    isOptional: false,
    column: { id: 'platform', position: 40, width: 92 },
    details: 'heading',
    search: 'shared',
    isPersonal: false,
  },
  pageId: {
    kind: 'text',
    isOptional: false,
    column: { id: 'page', position: 110, width: 150 },
    details: 20,
    search: 'shared',
    isPersonal: false,
  },
  status: {
    kind: 'number',
    isOptional: false,
    column: { id: 'status', position: 30, width: 136 },
    details: 'heading',
    search: 'shared',
    isPersonal: false,
  },
  created: {
    kind: 'time',
    isOptional: false,
    column: { id: 'created', position: 60, width: 172 },
    details: 30,
    search: 'shared',
    isPersonal: false,
  },
  lastActive: {
    kind: 'time',
    isOptional: false,
    column: { id: 'lastActive', position: 50, width: 172 },
    details: 40,
    search: 'shared',
    isPersonal: false,
  },
  pic: {
    kind: 'text',
    isOptional: true,
    column: null,
    details: 'section',
    // A picture's URL is long, and users never search for it.
    search: 'no',
    isPersonal: true,
  },
  tags: {
    kind: 'list',
    entry: { id: 'filled', name: 'text', timestamp: 'time', count: 'number' },
    isOptional: false,
    column: { id: 'tags', position: 20, width: 248 },
    details: 'section',
    search: 'shared',
    isPersonal: false,
  },
  params: {
    kind: 'list',
    entry: { name: 'text', value: 'text', timestamp: 'time' },
    isOptional: false,
    column: { id: 'params', position: 100, width: 260 },
    details: 'section',
    search: 'shared',
    isPersonal: false,
  },
  email: {
    kind: 'text',
    isOptional: true,
    column: { id: 'email', position: 70, width: 210 },
    details: 50,
    search: 'unique',
    isPersonal: true,
  },
  gender: {
    kind: 'text',
    isOptional: true,
    column: { id: 'gender', position: 130, width: 76 },
    details: 80,
    search: 'shared',
    isPersonal: false,
  },
  birthday: {
    kind: 'text',
    isOptional: true,
    column: { id: 'birthday', position: 120, width: 100 },
    details: 70,
    search: 'unique',
    isPersonal: true,
  },
  phone: {
    kind: 'text',
    isOptional: true,
    column: { id: 'phone', position: 80, width: 130 },
    details: 60,
    search: 'unique',
    isPersonal: true,
  },
  extId: {
    kind: 'text',
    isOptional: true,
    column: { id: 'extId', position: 90, width: 120 },
    details: 90,
    search: 'unique',
    isPersonal: false,
  },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;

type NameOfFieldWith<Properties> = {
  [Name in FieldName]: Fields[Name] extends Properties ? Name : never;
}[FieldName];

export type ListField = NameOfFieldWith<{ kind: 'list' }>;
export type PersonalField = NameOfFieldWith<{ isPersonal: true }>;
type OptionalField = NameOfFieldWith<{ isOptional: true }>;

export type Column = NonNullable<Fields[FieldName]['column']>['id'];
export type ListColumn = NonNullable<Fields[ListField]['column']>['id'];

export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

interface ScalarTypes {
  readonly text: string;
  readonly filled: string;
  readonly number: number;
  readonly time: number;
}

export type EntryOf<Name extends ListField> = {
  readonly [Key in keyof Fields[Name]['entry']]: ScalarTypes[Fields[Name]['entry'][Key] &
    ScalarKind];
};

type ValueOf<Name extends FieldName> = Name extends ListField
  ? readonly EntryOf<Name>[]
  : ScalarTypes[Fields[Name]['kind'] & ScalarKind];

/** Valid customer record. */
export type CustomerRecord = {
  readonly [Name in Exclude<FieldName, OptionalField>]: ValueOf<Name>;
} & {
  readonly [Name in OptionalField]?: ValueOf<Name> | null | undefined;
};

export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

export function isListField(name: string): name is ListField {
  return Object.hasOwn(FIELDS, name) && FIELDS[name as FieldName].kind === 'list';
}
