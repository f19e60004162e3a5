interface Choice {
  readonly values: readonly [string, ...string[]];
  readonly about: string;
}

interface Amount {
  readonly min: number;
  readonly max: number;
  readonly about: string;
}

/**
 * Switches for all points that docs/service-interface.md leaves open, and for faults that clients
 * should be tested with. The default of a choice is its first value, and of an amount its minimum.
 */
export const switchTable = {
  createRes: {
    values: ['object', 'json-string', 'almost-json', 'bare-id', 'unreadable'],
    about:
      'Form of `res` after an item is created: an object, JSON text, nearly JSON, only the ID, or no ID.',
  },
  failureStatus: {
    values: ['http', 'ok'],
    about: 'HTTP status of a failure: the same as the error code, or 200.',
  },
  unauthorized: {
    values: ['http-401', 'ok-401', 'http-403', 'html'],
    about:
      'Response to a wrong or missing token: HTTP 401; HTTP 200 with error code 401; HTTP 403; a proxy page with HTTP 401.',
  },
  missingItem: {
    values: ['404', '500'],
    about: 'Error code for an unknown tag or folder.',
  },
  getItemParent: {
    values: ['absent', 'present'],
    about: '`parentId` in the response when an item is read: missing, or present.',
  },
  parentIds: {
    values: ['strings', 'numbers'],
    about:
      'With `numbers`, new IDs consist only of digits, and must be sent as a JSON number in `parentId`.',
  },
  deleteRes: {
    values: ['all', 'root-only', 'keeps-children'],
    about:
      'IDs in the response when a folder is deleted: the folder and its contents; only the folder; only the folder, and the contents are kept.',
  },
  attachAgain: {
    values: ['ok', 'error'],
    about:
      'Attaching a tag that the user already has: its `count` increases, or the request is refused.',
  },
  detachMissing: {
    values: ['ok', 'error'],
    about: 'Detaching a tag that the user does not have: the request succeeds, or is refused.',
  },
  bothUids: {
    values: ['error', 'first'],
    about:
      'Sending both `bot_uid` and `bot_raw_uid`: the request is refused, or `bot_uid` is used.',
  },
  untaggedUser: {
    values: ['entry', 'none'],
    about: 'Response for a user without tags: one empty tag list, or no tag list.',
  },
  nextAtEnd: {
    values: ['absent', 'null', 'empty'],
    about: '`next` on the last page: missing, null, or an empty string.',
  },
  otherLimit: {
    values: ['error', 'ok'],
    about:
      'Sending `next` with a `limit` that differs from the previous page: the request is refused, or succeeds.',
  },
  pagingLoop: {
    values: ['off', 'on'],
    about: 'With `on`, each page has the same `next`: paging never ends.',
  },
  emptyPages: {
    min: 0,
    max: 1000,
    about: 'Number of empty pages before each page. Each empty page has a new `next`.',
  },
  failingFrom: {
    min: 0,
    max: 1_000_000,
    about: 'All pages that begin after the first n customers fail with error code 503.',
  },
  badRecords: {
    min: 0,
    max: 1_000_000,
    about: 'Every n-th customer record is not an object.',
  },
  badFields: {
    values: ['off', 'numbers', 'texts', 'nulls', 'tags', 'ids', 'missing'],
    about:
      'Fields of every customer: correct; contact data are numbers; times are text; lists are null; tags have wrong fields; IDs are numbers; fields are missing.',
  },
  outsideText: {
    values: ['plain', 'links', 'icons', 'lines', 'turned', 'long'],
    about:
      'Error messages and names: plain; with links; with icons; with line breaks; with reversed text; very long.',
  },
  echo: {
    values: ['off', 'on'],
    about:
      'With `on`, `errorMessage` ends with the body of the refused request, including user IDs.',
  },
  bodies: {
    values: ['whole', 'cut'],
    about: 'With `cut`, every response ends in the middle of the JSON.',
  },
  numberSpelling: {
    values: ['plain', 'odd'],
    about:
      'With `odd`, responses contain numbers such as 1.0 and 1.7e+12, unknown fields, escapes, and unusual white space.',
  },
  outage: {
    values: ['off', 'on'],
    about: 'With `on`, every call fails with error code 503.',
  },
  busyEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes is refused with error code 429.',
  },
  busySeconds: {
    min: 0,
    max: 600,
    about:
      'Seconds in the header `Retry-After` of responses with error code 429. Responses during an `outage` have the header only if the value is not 0.',
  },
  resetEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes loses the connection before the write is carried out.',
  },
  lostEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes is carried out, but the response is lost.',
  },
  lostBy: {
    values: ['reset', '502', 'silence'],
    about:
      'How `lostEvery` loses a response: connection reset, gateway page with HTTP 502, or silence.',
  },
  faultSeed: {
    min: 0,
    max: 1_000_000,
    about: 'Number that determines which writes fail.',
  },
  latencyMs: {
    min: 0,
    max: 600_000,
    about:
      'Delay before each response, in ms. A lower value also shortens delays that have already begun.',
  },
} as const satisfies Record<string, Choice | Amount>;

type Table = typeof switchTable;

type SwitchName = keyof Table;

/** Values of all switches. */
export type Switches = {
  -readonly [Name in SwitchName]: Table[Name] extends { readonly values: infer Values }
    ? Values extends readonly string[]
      ? Values[number]
      : never
    : number;
};

export function defaultSwitches(): Switches {
  const entries = Object.entries<Choice | Amount>(switchTable);
  const initial = entries.map(([name, spec]) => [
    name,
    'values' in spec ? spec.values[0] : spec.min,
  ]);
  return Object.fromEntries(initial) as Switches;
}

/**
 * Parses switches of the command line, each `name=value`.
 * @throws {RangeError} with a message about the allowed values
 */
export function switchesIn(texts: readonly string[]): Partial<Switches> {
  const pairs = texts.map((text) => {
    const [name = '', value = ''] = text.split(/=(.*)/s);
    const isAmount = Object.hasOwn(switchTable, name) && 'min' in switchTable[name as SwitchName];
    return [name, isAmount && /^\d{1,9}$/.test(value) ? Number(value) : value];
  });
  return parseSwitches(Object.fromEntries(pairs));
}

/**
 * Parses switches that a program sets.
 * @param input object with values by switch name
 * @throws {RangeError} with a message about the allowed values
 */
export function parseSwitches(input: unknown): Partial<Switches> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new RangeError('switches must be a JSON object');
  }
  for (const [name, value] of Object.entries(input)) checkSwitch(name, value);
  return { ...input };
}

function checkSwitch(name: string, value: unknown): void {
  if (!Object.hasOwn(switchTable, name)) {
    const known = Object.keys(switchTable).join(', ');
    throw new RangeError(`unknown switch ${JSON.stringify(name)}; known switches: ${known}`);
  }
  const spec: Choice | Amount = switchTable[name as SwitchName];
  const isAllowed =
    'values' in spec
      ? spec.values.some((choice) => choice === value)
      : Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
  if (isAllowed) return;
  const allowedText =
    'values' in spec
      ? `one of ${spec.values.map((choice) => `"${choice}"`).join(', ')}`
      : `an integer from ${spec.min} to ${spec.max}`;
  throw new RangeError(`switch ${name} must be ${allowedText}, not ${JSON.stringify(value)}`);
}
