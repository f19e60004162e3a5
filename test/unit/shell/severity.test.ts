import assert from 'node:assert/strict';
import { NoticeError, ServiceError, StorageError, UserError } from '../../../src/base/errors.ts';
import { ExportError } from '../../../src/base/exportErrors.ts';
import { loadDescribing } from '../l10n/describing.ts';

describe('severityOf', () => {
  let severityOf: Awaited<ReturnType<typeof loadDescribing>>['severityOf'];

  before(async () => {
    ({ severityOf } = await loadDescribing());
  });

  it('is information if there is no selection or content to work on', () => {
    assert.equal(severityOf(new NoticeError('The Journal is empty.')), 'information');
  });

  it('is a warning for a refusal on this machine, about which the log has no entry', () => {
    const refused = [
      new UserError('Select tags and folders of one bot only.'),
      new ExportError({ kind: 'running' }, 'a.csv'),
      new ServiceError('createItem', { kind: 'read-only', label: 'Shop' }, 'not-sent'),
      new ServiceError(
        'createItem',
        { kind: 'guarded-elsewhere', id: 't', label: 'Shop', guard: 'production' },
        'not-sent',
      ),
      new ServiceError('createItem', { kind: 'token-missing' }, 'not-sent'),
      new ServiceError('createItem', { kind: 'bad-input', field: 'name', detail: '' }, 'not-sent'),
      // Recognized by its name, because each bundle has its own copy of the class.
      Object.assign(new Error('too large'), { name: 'TooLargeText' }),
    ];
    assert.deepEqual(
      refused.map((error) => severityOf(error)),
      refused.map(() => 'warning'),
    );
  });

  it('is an error if something failed and the log has details', () => {
    const failed = [
      new UserError('It stopped.', { cause: new Error('lost') }),
      new ExportError({ kind: 'no-space' }, 'a.csv'),
      new ExportError({ kind: 'failed', detail: 'EIO' }, 'a.csv'),
      new ServiceError('createItem', { kind: 'token-missing', detail: 'no keyring' }, 'not-sent'),
      new ServiceError('createItem', { kind: 'connect', detail: 'ECONNREFUSED' }, 'not-sent'),
      new StorageError('full', new Error('disk full')),
      new TypeError('x is not a function'),
      'it broke',
    ];
    assert.deepEqual(
      failed.map((error) => severityOf(error)),
      failed.map(() => 'error'),
    );
  });
});
