import assert from 'node:assert/strict';
import {
  KnownIdError,
  NotRecordedError,
  WrongBotError,
} from '../../../src/catalogue/itemActions.ts';
import { ScanMovedError } from '../../../src/catalogue/recordScanned.ts';
import { endpoints, type EndpointName } from '../../../src/base/endpoints.ts';
import {
  BusyError,
  Cancelled,
  type InputField,
  type Outcome,
  RunTaken,
  SecretsError,
  ServiceError,
  type ServiceProblem,
  StorageError,
  UserError,
} from '../../../src/base/errors.ts';
import {
  ExportError,
  ExportInterrupted,
  type ExportProblem,
} from '../../../src/base/exportErrors.ts';
import { loadDescribing } from './describing.ts';
import { whyNoMessage, missingPartsOf } from './wholeMessage.ts';

describe('describeError', () => {
  let describeError: (error: unknown) => string;
  let detailText: (detail: string) => string;

  before(async () => {
    ({ describeError, detailText } = await loadDescribing());
  });

  function systemError(code: string, message: string): Error {
    return Object.assign(new Error(message), { code });
  }

  const OTHER_ERRORS: Readonly<Record<string, readonly [error: unknown, expectedText: RegExp]>> = {
    nothing: [undefined, /the cause is unknown/],
    null: [null, /the cause is unknown/],
    'an object': [{}, /the cause is unknown/],
    'an object with a prototype of its own': [Object.create(null), /the cause is unknown/],
    'a text': ['it broke', /wrong: it broke\. /],
    'an empty text': ['', /the cause is unknown/],
    'a number': [7, /wrong: 7\. /],
    'an error': [new Error('boom.'), /wrong: boom\. /],
    'an error without a message': [new TypeError(), /wrong: TypeError\. /],
    'a stack': ['boom\n    at f (a.js:1:1)\n    at g (b.js:2:2)', /wrong: boom\. /],
    'an error of the program': [
      new TypeError('x is not a function'),
      /wrong: x is not a function\. /,
    ],
    'no space': [
      systemError('ENOSPC', 'ENOSPC: no space left on device, write'),
      /no space left.*Free up/,
    ],
    'no access': [
      systemError('EACCES', "EACCES: permission denied, open '/a'"),
      /denied.*open '\/a'.*Check/,
    ],
    'no permission': [systemError('EPERM', 'EPERM'), /denied.*Check the permissions/],
    'a read-only disk': [systemError('EROFS', 'EROFS: read-only file system'), /read-only.*Choose/],
    'no file': [
      systemError('ENOENT', "ENOENT: no such file or directory, open '/a'"),
      /does not exist.*Check/,
    ],
    'no file of VS Code': [systemError('FileNotFound', 'gone'), /does not exist.*\(gone\)\. Check/],
    'an abort': [new DOMException('This operation was aborted', 'AbortError'), /^Canceled\. Run/],
    cancelled: [new Cancelled(), /^Canceled\. Run/],
  };

  for (const [name, [error, expectedText]] of Object.entries(OTHER_ERRORS)) {
    it(`says what happened and what to do next for ${name}`, () => {
      const text = describeError(error);
      assert.match(text, expectedText);
      assert.deepEqual(missingPartsOf(text), [], text);
    });
  }

  it('returns the message of a UserError unchanged', () => {
    assert.equal(describeError(new UserError('Open a plan first.')), 'Open a plan first.');
  });

  it('says for every problem of every call what happened, whether it was done, and what to do next', () => {
    for (const error of serviceErrors()) {
      const text = describeError(error);
      assert.deepEqual(missingPartsOf(text), [], `${error.problem.kind}: ${text}`);
      assert.doesNotMatch(text, /\. \p{Ll}/u, 'each sentence begins with a capital letter');
      const isOutcomeUnknown = error.outcome === 'unknown';
      assert.equal(text.includes(' may have been '), isOutcomeUnknown, text);
      const untouched = text.match(/\bnothing was (?:changed|sent)\b/gi) ?? [];
      if (!endpoints[error.endpoint].isRead)
        assert.equal(untouched.length, isOutcomeUnknown ? 0 : 1, text);
    }
  });

  it('says for every problem of an export what was written, and what to do next', () => {
    for (const problem of exportProblems()) {
      const failed = new ExportError(problem, '/tmp/all.csv');
      const text = describeError(failed);
      assert.deepEqual(missingPartsOf(text), [], `${problem.kind}: ${text}`);
      // Each text says what was written, what already exists, or that someone else writes the file.
      assert.match(
        text,
        /nothing (?:was|more)|already|one per line|interrupted|no unfinished|Start the export again/i,
      );
      const interrupted = describeError(new ExportInterrupted('/tmp/all.csv', 5, failed));
      assert.deepEqual(missingPartsOf(interrupted), [], `${problem.kind}: ${interrupted}`);
      assert.match(interrupted, /The file "\/tmp\/all\.csv\.partial" contains 5 customers\./);
      assert.doesNotMatch(interrupted, /Nothing was exported/);
    }
  });

  it('says for all other errors what to do next', () => {
    for (const error of [
      new WrongBotError('tag-1', 'B2'),
      new BusyError(),
      new NotRecordedError('created', 'tag-1', new BusyError()),
      new NotRecordedError('created', 'tag-1', new StorageError('full', new Error('full'))),
      new StorageError('read-only', new Error('readonly')),
      new StorageError('failed', new Error('disk I/O error')),
      ...(['read', 'save', 'delete'] as const).map((step) => new SecretsError(step, 'locked')),
      new ServiceError('attachTag', { kind: 'token-missing' }, 'not-sent'),
      new NotRecordedError('deleted', 'tag-1', new Error('why')),
      new KnownIdError({ id: 'tag-1', name: 'VIP' }),
      new ScanMovedError(),
      new RunTaken(),
      new ExportInterrupted('/tmp/all.csv', 5, new Cancelled()),
    ]) {
      const text = describeError(error);
      assert.deepEqual(missingPartsOf(text), [], text);
    }
  });

  it('keeps technical details unchanged', () => {
    for (const detail of [
      'the field "res" is missing in the response',
      'connect ECONNREFUSED 127.0.0.1:1',
      'HTTP 200, 12 bytes: the service reported an error',
      'the body contains damaged gzip data: incorrect header check (Z_DATA_ERROR)',
      'TLSv1.3: a until Jan 1 ← b until Jan 2; not trusted: SELF_SIGNED',
    ])
      assert.equal(detailText(detail), detail);
  });
});

describe('whyNoMessage and missingPartsOf', () => {
  it('recognize a message without content', () => {
    for (const text of [
      '',
      'Error',
      'undefined',
      'failed',
      'Failed.',
      '[object Object]',
      '404',
      'HTTP 500',
      '{0}',
      '{0}: {1}',
      'Error: x\n    at f (a.js:1:1)',
      'null',
      'ENOENT',
      'Oops!',
      'An error occurred.',
    ])
      assert.ok(whyNoMessage(text) !== undefined, text);
    for (const text of ['Nothing was changed.', 'No customers', 'Loading…', '{0} customers'])
      assert.equal(whyNoMessage(text), undefined, text);
  });

  it('report a missing sentence, capital letter and next step', () => {
    assert.deepEqual(missingPartsOf('There is no file. Choose one.'), []);
    assert.match(missingPartsOf('there is no file. Choose one.').join(), /capital/);
    assert.match(missingPartsOf('There is no file. Choose one').join(), /full stop/);
    assert.match(missingPartsOf('There is no file.').join(), /next step/);
  });
});

/** Problems that are found before anything is sent. */
const NOT_SENT: readonly ServiceProblem['kind'][] = [
  'bad-input',
  'token-missing',
  'read-only',
  'not-recorded',
  'circuit-open',
  'guarded-elsewhere',
  'other-bot',
  'other-type',
];

/** Returns an error for each endpoint, problem and possible outcome. */
function serviceErrors(): readonly ServiceError[] {
  return (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) =>
    problems().flatMap((problem) => {
      const sent: readonly Outcome[] = endpoints[endpoint].isRead
        ? ['refused']
        : ['refused', 'unknown'];
      const outcomes: readonly Outcome[] = NOT_SENT.includes(problem.kind) ? ['not-sent'] : sent;
      return outcomes.map((outcome) => new ServiceError(endpoint, problem, outcome));
    }),
  );
}

/** All fields. The compiler requires an entry for each. */
const FIELDS: Readonly<Record<InputField, true>> = {
  user: true,
  channel: true,
  pageId: true,
  limit: true,
  from: true,
  tagId: true,
  name: true,
  botId: true,
  baseUrl: true,
  token: true,
};

/** Returns at least one problem of each kind. */
function problems(): readonly ServiceProblem[] {
  const exampleByKind: {
    readonly [K in ServiceProblem['kind']]: Extract<ServiceProblem, { kind: K }>;
  } = {
    'bad-input': { kind: 'bad-input', field: 'user', detail: 'x', isIllFormed: true },
    'token-missing': { kind: 'token-missing', detail: 'locked' },
    'read-only': { kind: 'read-only', label: 'Shop' },
    'guarded-elsewhere': {
      kind: 'guarded-elsewhere',
      id: 'tag-1',
      label: 'Shop',
      guard: 'production',
    },
    'other-bot': { kind: 'other-bot', id: 'tag-1', botId: 'bot-2' },
    'other-type': { kind: 'other-type', id: 'tag-1', type: 1 },
    'not-recorded': { kind: 'not-recorded', detail: 'database is locked' },
    failure: { kind: 'failure', httpStatus: 500, errorMessage: 'no tag', errorCode: 4 },
    protocol: {
      kind: 'protocol',
      httpStatus: 200,
      contentType: '',
      detail: 'the field "res" is missing in the response',
      excerpt: '{',
    },
    'unknown-id': { kind: 'unknown-id' },
    redirect: { kind: 'redirect', httpStatus: 301, location: 'https://a/' },
    connect: { kind: 'connect', detail: 'ECONNREFUSED' },
    'circuit-open': { kind: 'circuit-open', retryInMs: 900 },
    lost: { kind: 'lost', detail: 'ECONNRESET' },
    timeout: { kind: 'timeout', limitMs: 30_000 },
    'too-large': { kind: 'too-large', limitBytes: 5 },
    'paging-loop': { kind: 'paging-loop' },
    'too-many-empty-pages': { kind: 'too-many-empty-pages', pages: 9 },
  };
  const fields = Object.keys(FIELDS) as InputField[];
  return [
    ...Object.values(exampleByKind),
    ...fields.map((field) => ({ kind: 'bad-input', field, detail: 'x' }) as const),
    ...[401, 403, 404, 429].map((code) => ({
      ...exampleByKind.failure,
      httpStatus: code,
      errorCode: code,
    })),
    { ...exampleByKind.failure, errorMessage: undefined, errorCode: undefined },
    { ...exampleByKind['guarded-elsewhere'], guard: 'read-only' },
    ...[0, 9].map((type) => ({ ...exampleByKind['other-type'], type })),
    { ...exampleByKind.protocol, contentType: 'text/html', excerpt: '' },
  ];
}

function exportProblems(): readonly ExportProblem[] {
  const exampleByKind: {
    readonly [K in ExportProblem['kind']]: Extract<ExportProblem, { kind: K }>;
  } = {
    exists: { kind: 'exists' },
    unfinished: { kind: 'unfinished' },
    running: { kind: 'running' },
    nothing: { kind: 'nothing' },
    damaged: { kind: 'damaged', detail: 'the checkpoint cannot be read' },
    'in-the-way': { kind: 'in-the-way', path: '/tmp/all.csv.partial' },
    taken: { kind: 'taken' },
    'no-space': { kind: 'no-space' },
    'not-writable': { kind: 'not-writable', detail: 'EACCES' },
    failed: { kind: 'failed', detail: 'EIO' },
    'too-many-columns': { kind: 'too-many-columns', limit: 5 },
    'too-many-pages': { kind: 'too-many-pages', limit: 5 },
  };
  return Object.values(exampleByKind);
}
