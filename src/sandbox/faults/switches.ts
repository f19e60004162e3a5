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
 * One switch for each point that the contract leaves open, and for faults worth trying. A choice starts at
 * its first value, an amount at its minimum.
 */
export const switchTable = {
  createRes: {
    values: ['object', 'json-string', 'almost-json', 'bare-id', 'unreadable'],
    about: '`res` of a creation: an object, JSON, nearly JSON, only the ID, or no ID.',
  },
  failureStatus: {
    values: ['http', 'ok'],
    about: 'HTTP status of a failure: its error code, or 200.',
  },
  unauthorized: {
    values: ['http-401', 'ok-401', 'http-403', 'html'],
    about: 'Answer to a wrong or missing token. `html` is a proxy page with HTTP 401.',
  },
  missingItem: {
    values: ['404', '500'],
    about: 'Error code for an unknown tag or folder.',
  },
  getItemParent: {
    values: ['absent', 'present'],
    about: 'Whether reading an item returns `parentId`.',
  },
  parentIds: {
    values: ['strings', 'numbers'],
    about: '`numbers`: new IDs are digits, and `parentId` must be a JSON number.',
  },
  deleteRes: {
    values: ['all', 'root-only', 'keeps-children'],
    about:
      'IDs in the answer for a folder: all deleted, only the folder, or only the folder because its children stay.',
  },
  attachAgain: {
    values: ['ok', 'error'],
    about: 'Attaching a tag that the user has: counted again, or refused.',
  },
  detachMissing: {
    values: ['ok', 'error'],
    about: 'Detaching a tag that the user does not have.',
  },
  bothUids: {
    values: ['error', 'first'],
    about: 'Both `bot_uid` and `bot_raw_uid` sent: refused, or `bot_uid` is used.',
  },
  untaggedUser: {
    values: ['entry', 'none'],
    about: 'Tag list of a user without tags: one entry without tags, or no entry.',
  },
  nextAtEnd: {
    values: ['absent', 'null', 'empty'],
    about: '`next` of the last page.',
  },
  otherLimit: {
    values: ['error', 'ok'],
    about: 'Using `next` with another `limit`.',
  },
  pagingLoop: {
    values: ['off', 'on'],
    about: '`on`: `next` stays the same and paging never ends.',
  },
  emptyPages: {
    min: 0,
    max: 1000,
    about: 'Empty pages, each with a new `next`, before each page.',
  },
  failingFrom: {
    min: 0,
    max: 1_000_000,
    about: 'Pages from this customer on (counted from 0) fail with error code 503.',
  },
  badRecords: {
    min: 0,
    max: 1_000_000,
    about: 'Every n-th customer record is not an object.',
  },
  badFields: {
    values: ['off', 'numbers', 'texts', 'nulls', 'tags', 'ids', 'missing'],
    about:
      'Wrong in every customer: contact data, times, lists, times and counts of tags (also in tag lists), IDs, or missing fields.',
  },
  outsideText: {
    values: ['plain', 'links', 'icons', 'lines', 'turned', 'long'],
    about:
      '`errorMessage` and names contain links, icons, line breaks, reversed text, or 5 MB (names: 5,000 characters).',
  },
  echo: {
    values: ['off', 'on'],
    about: '`on`: `errorMessage` ends with the refused body, including user IDs.',
  },
  bodies: {
    values: ['whole', 'cut'],
    about: '`cut`: every answer ends in the middle of its JSON.',
  },
  numberSpelling: {
    values: ['plain', 'odd'],
    about:
      '`odd`: numbers such as 1.0 and 1.7e+12, unknown fields, escapes, unusual key order and white space.',
  },
  outage: {
    values: ['off', 'on'],
    about: '`on`: every call fails with error code 503.',
  },
  busyEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes is refused with error code 429.',
  },
  busySeconds: {
    min: 0,
    max: 600,
    about: '`Retry-After` of this refusal, in seconds. If not 0, also during an outage.',
  },
  resetEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes loses its connection before it is carried out.',
  },
  lostEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes is carried out, but its answer is lost.',
  },
  lostBy: {
    values: ['reset', '502', 'silence'],
    about: 'How the answer is lost: connection reset, gateway page with HTTP 502, or no answer.',
  },
  faultSeed: {
    min: 0,
    max: 1_000_000,
    about: 'Another number affects other writes.',
  },
  latencyMs: {
    min: 0,
    max: 600_000,
    about:
      'Delay between carrying out and answering, in ms. A lower value also releases waiting answers.',
  },
} as const satisfies Record<string, Choice | Amount>;

type Table = typeof switchTable;

type SwitchName = keyof Table;

/** How the sandbox answers where the contract says "not shown". */
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

/** Reads switches of the command line, each `name=value`. Throws like `parseSwitches`. */
export function switchesIn(texts: readonly string[]): Partial<Switches> {
  const pairs = texts.map((text) => {
    const [name = '', value = ''] = text.split(/=(.*)/s);
    const isAmount = Object.hasOwn(switchTable, name) && 'min' in switchTable[name as SwitchName];
    return [name, isAmount && /^\d{1,9}$/.test(value) ? Number(value) : value];
  });
  return parseSwitches(Object.fromEntries(pairs));
}

/** @returns the switches that `given` sets; throws a `RangeError` that says what is allowed. */
export function parseSwitches(given: unknown): Partial<Switches> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new RangeError('switches must be a JSON object');
  }
  for (const [name, value] of Object.entries(given)) checkSwitch(name, value);
  return { ...given };
}

function checkSwitch(name: string, value: unknown): void {
  if (!Object.hasOwn(switchTable, name)) {
    const known = Object.keys(switchTable).join(', ');
    throw new RangeError(`unknown switch ${JSON.stringify(name)}; known switches: ${known}`);
  }
  const spec: Choice | Amount = switchTable[name as SwitchName];
  const allowed =
    'values' in spec
      ? spec.values.some((choice) => choice === value)
      : Number.isInteger(value) && Number(value) >= spec.min && Number(value) <= spec.max;
  if (allowed) return;
  const wanted =
    'values' in spec
      ? `one of ${spec.values.map((choice) => `"${choice}"`).join(', ')}`
      : `an integer from ${spec.min} to ${spec.max}`;
  throw new RangeError(`switch ${name} must be ${wanted}, not ${JSON.stringify(value)}`);
}
