/** What a value within a record is; `filled`: a text that is not empty; `time`: a number, ms since 1970. */
export type ScalarKind = 'text' | 'filled' | 'number' | 'time';

/**
 * What is said of a field. From its kind follow its type in the model and in Parquet, and how its column sorts: texts
 * by the language, numbers and times by their value, lists by their length.
 */
type Field = {
  /** It may be absent or null. */
  readonly isOptional: boolean;
  /** `own`: found, and hardly any other customer has the same; `shared`: found, and many have the same. */
  readonly search: 'own' | 'shared' | 'no';
  /** An export can leave it out or hash it. */
  readonly isPersonal: boolean;
} & (Scalar | List) &
  (Shown | Hidden);

interface Scalar {
  readonly kind: Exclude<ScalarKind, 'filled'>;
}

interface List {
  readonly kind: 'list';
  /** What each of its entries has. */
  readonly entry: Readonly<Record<string, ScalarKind>>;
}

interface Shown {
  readonly column: {
    /** As kept views, the style sheet and the texts of the page name the column. */
    readonly id: string;
    /** From left to right, until somebody changes it; any number. */
    readonly place: number;
    /** px, until somebody changes it */
    readonly width: number;
  };
  /** Among the details: its place from top to bottom, any number; `own`: where nothing else stands. */
  readonly details: number | 'heading' | 'own';
}

interface Hidden {
  readonly column: null;
  readonly details: 'own';
}

/**
 * Every field of a customer record (contract, section 2.4), in the order of the contract and of exported tables. What a
 * record has beyond them is shown and exported as other fields.
 */
export const FIELDS = {
  id: {
    kind: 'text',
    isOptional: false,
    column: { id: 'id', place: 140, width: 240 },
    details: 10,
    search: 'own',
    isPersonal: false,
  },
  name: {
    kind: 'text',
    isOptional: false,
    column: { id: 'name', place: 10, width: 200 },
    details: 'heading',
    search: 'own',
    isPersonal: true,
  },
  platform: {
    kind: 'text',
    isOptional: false,
    column: { id: 'platform', place: 40, width: 92 },
    details: 'heading',
    search: 'shared',
    isPersonal: false,
  },
  pageId: {
    kind: 'text',
    isOptional: false,
    column: { id: 'page', place: 110, width: 150 },
    details: 20,
    search: 'shared',
    isPersonal: false,
  },
  status: {
    kind: 'number',
    isOptional: false,
    column: { id: 'status', place: 30, width: 136 },
    details: 'heading',
    search: 'shared',
    isPersonal: false,
  },
  created: {
    kind: 'time',
    isOptional: false,
    column: { id: 'created', place: 60, width: 172 },
    details: 30,
    search: 'shared',
    isPersonal: false,
  },
  lastActive: {
    kind: 'time',
    isOptional: false,
    column: { id: 'lastActive', place: 50, width: 172 },
    details: 40,
    search: 'shared',
    isPersonal: false,
  },
  pic: {
    kind: 'text',
    isOptional: true,
    column: null,
    details: 'own',
    // The address of a picture: long, and nothing that anybody knows of a customer.
    search: 'no',
    isPersonal: true,
  },
  tags: {
    kind: 'list',
    entry: { id: 'filled', name: 'text', timestamp: 'time', count: 'number' },
    isOptional: false,
    column: { id: 'tags', place: 20, width: 248 },
    details: 'own',
    search: 'shared',
    isPersonal: false,
  },
  params: {
    kind: 'list',
    entry: { name: 'text', value: 'text', timestamp: 'time' },
    isOptional: false,
    column: { id: 'params', place: 100, width: 260 },
    details: 'own',
    search: 'shared',
    isPersonal: false,
  },
  email: {
    kind: 'text',
    isOptional: true,
    column: { id: 'email', place: 70, width: 210 },
    details: 50,
    search: 'own',
    isPersonal: true,
  },
  gender: {
    kind: 'text',
    isOptional: true,
    column: { id: 'gender', place: 130, width: 76 },
    details: 80,
    search: 'shared',
    isPersonal: false,
  },
  birthday: {
    kind: 'text',
    isOptional: true,
    column: { id: 'birthday', place: 120, width: 100 },
    details: 70,
    search: 'own',
    isPersonal: true,
  },
  phone: {
    kind: 'text',
    isOptional: true,
    column: { id: 'phone', place: 80, width: 130 },
    details: 60,
    search: 'own',
    isPersonal: true,
  },
  extId: {
    kind: 'text',
    isOptional: true,
    column: { id: 'extId', place: 90, width: 120 },
    details: 90,
    search: 'own',
    isPersonal: false,
  },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;

/** The fields of which this is true. */
type Having<Part> = {
  [Name in FieldName]: Fields[Name] extends Part ? Name : never;
}[FieldName];

export type ListField = Having<{ kind: 'list' }>;
export type PersonalField = Having<{ isPersonal: true }>;
type OptionalField = Having<{ isOptional: true }>;

/** The ID of a column. */
export type Column = NonNullable<Fields[FieldName]['column']>['id'];

/** How rows are sorted by one of them. */
export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}
export type ListColumn = NonNullable<Fields[ListField]['column']>['id'];

interface Values {
  readonly text: string;
  readonly filled: string;
  readonly number: number;
  readonly time: number;
}

/** An entry of a list, as the contract has it. */
export type EntryOf<Name extends ListField> = {
  readonly [Part in keyof Fields[Name]['entry']]: Values[Fields[Name]['entry'][Part] & ScalarKind];
};

type ValueOf<Name extends FieldName> = Name extends ListField
  ? readonly EntryOf<Name>[]
  : Values[Fields[Name]['kind'] & ScalarKind];

/** A customer record as the contract has it. */
export type CustomerRecord = {
  readonly [Name in Exclude<FieldName, OptionalField>]: ValueOf<Name>;
} & {
  readonly [Name in OptionalField]?: ValueOf<Name> | null | undefined;
};

/** In the order of the table above. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[];

export function isListField(name: string): name is ListField {
  return Object.hasOwn(FIELDS, name) && FIELDS[name as FieldName].kind === 'list';
}
