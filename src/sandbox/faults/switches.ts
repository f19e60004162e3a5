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
    about:
      'What `res` of create is: an object with the ID, a string of JSON, …, or without any ID.',
  },
  failureStatus: {
    values: ['http', 'ok'],
    about: 'HTTP status of a failure: its error code, or 200.',
  },
  unauthorized: {
    values: ['http-401', 'ok-401', 'http-403', 'html'],
    about: 'Answer to a wrong or missing token; `html` is a page of a proxy with HTTP 401.',
  },
  missingItem: {
    values: ['404', '500'],
    about: 'Error code for a tag or folder that does not exist.',
  },
  getItemParent: {
    values: ['absent', 'present'],
    about: 'Whether reading an item returns its `parentId`.',
  },
  parentIds: {
    values: ['strings', 'numbers'],
    about:
      'With `numbers`, new IDs are digits only, and a `parentId` of digits has to be a JSON number.',
  },
  deleteRes: {
    values: ['all', 'root-only', 'keeps-children'],
    about:
      'What deleting a folder lists: everything deleted, only the folder although all of it goes, or only the folder because its children stay.',
  },
  attachAgain: {
    values: ['ok', 'error'],
    about: 'Attaching a tag that the user has: counted once more, or refused.',
  },
  detachMissing: {
    values: ['ok', 'error'],
    about: 'Detaching a tag that the user does not have.',
  },
  bothUids: {
    values: ['error', 'first'],
    about: 'Both `bot_uid` and `bot_raw_uid` sent: refused, or `bot_uid` is taken.',
  },
  untaggedUser: {
    values: ['entry', 'none'],
    about: 'Tag list of a user without tags: one entry with no tags, or no entry.',
  },
  nextAtEnd: {
    values: ['absent', 'null', 'empty'],
    about: '`next` of the last page: not there, null, or an empty string.',
  },
  otherLimit: {
    values: ['error', 'ok'],
    about: 'A `next` used with another `limit` than the page it came from.',
  },
  pagingLoop: {
    values: ['off', 'on'],
    about: 'With `on`, `next` never changes and never ends.',
  },
  emptyPages: {
    min: 0,
    max: 1000,
    about: 'How many pages without records, each with a new `next`, come before each page.',
  },
  failingFrom: {
    min: 0,
    max: 1_000_000,
    about:
      'Customer pages that begin at this customer, counted from 0, or later fail with the error code 503; 0 is off.',
  },
  badRecords: {
    min: 0,
    max: 1_000_000,
    about: 'Every n-th customer record is no object; 0 is off.',
  },
  badFields: {
    values: ['off', 'numbers', 'texts', 'nulls', 'tags', 'ids', 'missing'],
    about:
      'Fields that are wrong in every customer: contact data, times, lists, times and counts of tags (in tag lists too), IDs, or some left out.',
  },
  outsideText: {
    values: ['plain', 'links', 'icons', 'lines', 'turned', 'long'],
    about:
      'What stands in each `errorMessage` and in names of customers and tags: links, icons, line breaks, turned text, or 5 MB (5,000 in names).',
  },
  echo: {
    values: ['off', 'on'],
    about:
      'With `on`, the `errorMessage` of a refused call ends with the body of the call, IDs of users included.',
  },
  bodies: {
    values: ['whole', 'cut'],
    about: 'With `cut`, every answer of the interface ends in the middle of its JSON.',
  },
  numberSpelling: {
    values: ['plain', 'odd'],
    about:
      'With `odd`, bodies have numbers such as 1.0 and 1.7e+12, unknown fields, escapes, and unusual key order and white space.',
  },
  outage: {
    values: ['off', 'on'],
    about: 'With `on`, every call of the interface fails with the error code 503.',
  },
  busyEvery: {
    min: 0,
    max: 1_000_000,
    about:
      'One in so many calls that change something is refused with the error code 429; 0 is off.',
  },
  busySeconds: {
    min: 0,
    max: 600,
    about:
      'What `Retry-After` says in such a refusal and, unless it is 0, in an outage, in seconds.',
  },
  resetEvery: {
    min: 0,
    max: 1_000_000,
    about:
      'One in so many calls that change something loses its connection before it is carried out; 0 is off.',
  },
  lostEvery: {
    min: 0,
    max: 1_000_000,
    about:
      'One in so many calls that change something is carried out and its answer lost; 0 is off.',
  },
  lostBy: {
    values: ['reset', '502', 'silence'],
    about:
      'How such an answer is lost: the connection is reset, a page of a gateway with HTTP 502 comes instead, or nothing ever comes.',
  },
  faultSeed: {
    min: 0,
    max: 1_000_000,
    about: 'Another number hits other calls.',
  },
  latencyMs: {
    min: 0,
    max: 600_000,
    about:
      'Time between carrying out a request and answering it, in milliseconds. A lower one also lets go what waits.',
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
    throw new RangeError('switches have to be a JSON object');
  }
  for (const [name, value] of Object.entries(given)) checkSwitch(name, value);
  return { ...given };
}

function checkSwitch(name: string, value: unknown): void {
  if (!Object.hasOwn(switchTable, name)) {
    const known = Object.keys(switchTable).join(', ');
    throw new RangeError(`unknown switch ${JSON.stringify(name)}; there are: ${known}`);
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
  throw new RangeError(`switch ${name} has to be ${wanted}, not ${JSON.stringify(value)}`);
}
