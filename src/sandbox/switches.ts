import { isObject } from '../base/jsonValues.ts';

/** Switch with one of several values. `about` is the documentation. */
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
      'Field `res` of the response after a tag or folder is created. `object`: an object with the ID. `json-string`: the object as JSON text. `almost-json`: text that is nearly JSON. `bare-id`: only the ID. `unreadable`: an object without ID.',
  },
  failureStatus: {
    values: ['http', 'ok'],
    about: 'HTTP status of a failure. `http`: same as `errorCode`. `ok`: 200.',
  },
  unauthorized: {
    values: ['http-401', 'ok-401', 'http-403', 'html'],
    about:
      'Response to a wrong or missing token. `http-401`: HTTP 401. `ok-401`: HTTP 200 with error code 401. `http-403`: HTTP 403. `html`: HTTP 401 with an HTML page.',
  },
  missingItem: {
    values: ['404', '500'],
    about: 'Error code for an unknown tag or folder: `404` or `500`.',
  },
  getItemParent: {
    values: ['absent', 'present'],
    about: 'When a tag or folder is read, its `parentId` is `absent` or `present`.',
  },
  parentIds: {
    values: ['strings', 'numbers'],
    about:
      'IDs of new tags and folders. `strings`: text that begins with `tag-`. `numbers`: text that contains only digits. In requests, `parentId` must then be a JSON number.',
  },
  deleteRes: {
    values: ['all', 'root-only', 'keeps-children'],
    about:
      'Deletion of a folder. `all`: deletes the contents and returns their IDs. `root-only`: deletes the contents without returning their IDs. `keeps-children`: keeps the contents.',
  },
  attachAgain: {
    values: ['ok', 'error'],
    about: 'Attaching a tag that the user already has. `ok`: increases `count`. `error`: fails.',
  },
  detachMissing: {
    values: ['ok', 'error'],
    about: 'Detaching a tag that the user does not have. `ok`: succeeds. `error`: fails.',
  },
  bothUids: {
    values: ['error', 'first'],
    about: 'Sending both `bot_uid` and `bot_raw_uid`. `error`: fails. `first`: uses `bot_uid`.',
  },
  untaggedUser: {
    values: ['entry', 'none'],
    about:
      'Response when the tags of a user without tags are read. `entry`: one entry with an empty tag list. `none`: no entry.',
  },
  nextAtEnd: {
    values: ['absent', 'null', 'empty'],
    about: 'On the last page, `next` is `absent`, `null` or an `empty` string.',
  },
  otherLimit: {
    values: ['error', 'ok'],
    about: 'Requesting the next page with a changed `limit`. `error`: fails. `ok`: succeeds.',
  },
  pagingLoop: {
    values: ['off', 'on'],
    about: 'Paging never ends, because each page has the same `next`.',
  },
  emptyPages: {
    min: 0,
    max: 1000,
    about:
      'Number of empty pages before each page with customers. Each empty page has a new `next`.',
  },
  failingFrom: {
    min: 0,
    max: 1_000_000,
    about: 'Pages whose first customer comes after customer n fail with error code 503.',
  },
  badRecords: {
    min: 0,
    max: 1_000_000,
    about: 'Every n-th customer record is not an object.',
  },
  badFields: {
    values: ['off', 'numbers', 'texts', 'nulls', 'tags', 'ids', 'missing'],
    about:
      'Errors in fields of customers. `off`: none. `numbers`: numbers instead of text. `texts`: text instead of numbers. `nulls`: null instead of lists. `tags`: tags with a missing or invalid time or count. `ids`: an ID or the platform is a number instead of text. `missing`: missing fields.',
  },
  outsideText: {
    values: ['plain', 'links', 'icons', 'lines', 'turned', 'long'],
    about:
      'Text in error messages and names. `plain`: usual. `links`: with links. `icons`: with icons. `lines`: several lines. `turned`: reversed. `long`: very long.',
  },
  echo: {
    values: ['off', 'on'],
    about: '`errorMessage` ends with the request body, including user IDs.',
  },
  bodies: {
    values: ['whole', 'cut'],
    about: 'Response bodies are `whole` or `cut` in the middle.',
  },
  numberSpelling: {
    values: ['plain', 'odd'],
    about:
      'Form of JSON responses. `plain`: usual. `odd`: numbers such as 1.0 and 1.7e+12, unknown fields, escapes, and unusual white space.',
  },
  outage: {
    values: ['off', 'on'],
    about: 'Every call fails with error code 503.',
  },
  busyEvery: {
    min: 0,
    max: 1_000_000,
    about: 'About one in n writes fails with error code 429.',
  },
  busySeconds: {
    min: 0,
    max: 600,
    about:
      'Seconds in the `Retry-After` header of errors that `busyEvery` or `outage` causes. If 0, errors that `outage` causes do not have the header.',
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
      'How `lostEvery` loses a response. `reset`: the connection is reset. `502`: HTTP 502 with an HTML page. `silence`: no response is sent.',
  },
  faultSeed: {
    min: 0,
    max: 1_000_000,
    about: 'Seed that determines which writes fail.',
  },
  latencyMs: {
    min: 0,
    max: 600_000,
    about: 'Delay before each response, in ms.',
  },
} as const satisfies Record<string, Choice | Amount>;

type SwitchTable = typeof switchTable;

type SwitchName = keyof SwitchTable;

export type Switches = {
  -readonly [Name in SwitchName]: SwitchTable[Name] extends { readonly values: infer Values }
    ? Values extends readonly string[]
      ? Values[number]
      : never
    : number;
};

export function defaultSwitches(): Switches {
  const entries = Object.entries<Choice | Amount>(switchTable);
  const defaults = entries.map(([name, spec]) => [
    name,
    'values' in spec ? spec.values[0] : spec.min,
  ]);
  return Object.fromEntries(defaults) as Switches;
}

/** Parses texts such as `lostEvery=30`. Throws a `RangeError` with a message about the allowed values. */
export function switchesIn(texts: readonly string[]): Partial<Switches> {
  const pairs = texts.map((text) => {
    const [name = '', value = ''] = text.split(/=(.*)/s);
    const isAmount = Object.hasOwn(switchTable, name) && 'min' in switchTable[name as SwitchName];
    return [name, isAmount && /^\d{1,9}$/.test(value) ? Number(value) : value];
  });
  return parseSwitches(Object.fromEntries(pairs));
}

/** Parses values by switch name. Throws a `RangeError` with a message about the allowed values. */
export function parseSwitches(input: unknown): Partial<Switches> {
  if (!isObject(input)) throw new RangeError('switches must be a JSON object');
  for (const [name, value] of Object.entries(input)) checkSwitch(name, value);
  return { ...input };
}

function checkSwitch(name: string, value: unknown): void {
  if (!Object.hasOwn(switchTable, name)) {
    const knownNames = Object.keys(switchTable).join(', ');
    throw new RangeError(`unknown switch ${JSON.stringify(name)}; known switches: ${knownNames}`);
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
