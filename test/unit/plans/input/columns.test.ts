import assert from 'node:assert/strict';
import { completeChoice } from '../../../../src/plans/input/inputColumns.ts';
import { guessColumns } from '../../../../src/plans/input/headings.ts';
import { cleanUp } from '../../cleanup.ts';
import { isClear, missingRoles, opened, problemsOf, rowsOf, usersOf } from './inputs.ts';

describe('columns of an input', () => {
  afterEach(cleanUp);

  for (const heading of [
    ...['id', 'ID', 'User ID', 'userId', 'user_id', ' bot_raw_uid ', 'rawUid', 'LINE ID', 'PSID'],
    ...['使用者ID', '使用者 ID', 'ｕｓｅｒ　ｉｄ', '用戶ID', 'bot_uid', 'UID'],
  ]) {
    it(`are found by the name "${heading}"`, () => {
      const { choice } = guessColumns(['x', heading, 'pageId', 'platform']);
      const isEncrypted = /^(?:bot_uid|UID)$/.test(heading);
      assert.equal(choice.rawUid, isEncrypted ? undefined : 1);
      assert.equal(choice.uid, isEncrypted ? 1 : undefined);
      assert.deepEqual([choice.page, choice.channel], [{ column: 2 }, { column: 3 }]);
    });
  }

  for (const [page, channel] of [
    ['bot_pid', 'bot_channel'],
    ['page', 'channel'],
    ['粉專ID', '平台'],
    ['Page ID', 'Platform'],
  ]) {
    it(`are found by the names "${page}" and "${channel}"`, () => {
      const guess = guessColumns([channel ?? '', 'id', page ?? '']);
      assert.ok(isClear(guess));
      assert.deepEqual([guess.choice.page, guess.choice.channel], [{ column: 2 }, { column: 0 }]);
    });
  }

  it('are unclear if two columns match, or if one is missing', () => {
    const ambiguousGuess = guessColumns(['id', 'user id', 'pageId', 'platform']);
    assert.equal(isClear(ambiguousGuess), false);
    assert.deepEqual([...ambiguousGuess.ambiguousColumns], [['rawUid', [0, 1]]]);
    const emptyGuess = guessColumns(['customer', 'city']);
    assert.deepEqual(missingRoles(emptyGuess), ['user', 'page', 'channel']);
    assert.equal(isClear(emptyGuess), false);
    assert.equal(completeChoice(emptyGuess.choice), undefined);
  });

  it('determine the channel if a heading names it', () => {
    assert.deepEqual(guessColumns(['LINE ID', 'page']).choice.channel, { value: 1 });
    assert.deepEqual(guessColumns(['PSID', 'page']).choice.channel, { value: 0 });
    assert.equal(guessColumns(['id', 'page']).choice.channel, undefined);
  });

  it('determine no channel if several ID columns name different channels', () => {
    const guess = guessColumns(['line_id', 'psid', 'page']);
    assert.equal(guess.choice.channel, undefined);
    assert.deepEqual(missingRoles(guess), ['channel']);
    assert.equal(guessColumns(['LINE ID', 'uid', 'page']).choice.channel, undefined);
  });

  it('are unclear if "id" could be a row number next to encrypted IDs', () => {
    const guess = guessColumns(['id', 'uid', 'page', 'channel']);
    assert.equal(isClear(guess), false);
    assert.deepEqual([...guess.ambiguousColumns], [['rawUid', [0]]]);
    assert.ok(isClear(guessColumns(['bot_raw_uid', 'bot_uid', 'page', 'channel'])));
  });

  it('are parsed correctly with a space before a quotation mark', async () => {
    const lines = [
      'platform,name,id,page,note',
      'LINE, "Smith, U666",U1,@p',
      'LINE, "x"" y" ,U2,@p',
    ];
    const input = await opened('a.csv', lines.slice(0, 2).join('\n'));
    assert.deepEqual(await usersOf(input), [{ rawUid: 'U1', pageId: '@p', channel: 1 }]);
    const faults = await problemsOf('b.csv', lines.join('\n'));
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['bad-record'],
    );
  });

  it('can be replaced by one value for all rows', async () => {
    const input = await opened('a.csv', 'customer\nU1\nU2\n');
    const choice = {
      ...input.guess.choice,
      rawUid: 0,
      page: { value: '@p' },
      channel: { value: 1 },
    };
    assert.deepEqual(await usersOf(input, choice), [
      { rawUid: 'U1', pageId: '@p', channel: 1 },
      { rawUid: 'U2', pageId: '@p', channel: 1 },
    ]);
  });

  it('provide the unencrypted ID if a row has both, otherwise the encrypted one', async () => {
    const input = await opened(
      'a.csv',
      'bot_uid,bot_raw_uid,bot_pid,bot_channel\ne1,r1,p,1\ne2,,p,0\n,,p,1\n',
    );
    assert.deepEqual(await usersOf(input), [
      { rawUid: 'r1', pageId: 'p', channel: 1 },
      { uid: 'e2', pageId: 'p', channel: 0 },
      undefined,
    ]);
  });

  it('accept usual names of LINE and Facebook, and provide names only on request', async () => {
    const words = ['LINE', 'line', '1', 'FB', 'Facebook', '0', ' Messenger '];
    const lines = words.map((word, index) => `u${index},王,p,${word}`);
    const input = await opened('a.csv', ['id,name,page,channel', ...lines].join('\r\n'));
    const rows = await rowsOf(input);
    assert.deepEqual(
      rows.map(({ user }) => user?.channel),
      [1, 1, 1, 0, 0, 0, 0],
    );
    assert.deepEqual(new Set(rows.map(({ name }) => name)), new Set(['王']));
    const choice = { ...input.guess.choice, page: { column: 2 }, channel: { column: 3 } };
    const [first] = await rowsOf(input, { ...choice, name: undefined });
    assert.equal(first?.name, undefined);
  });

  it('have up to three sample values each, truncated to 100 characters', async () => {
    const long = 'x'.repeat(5000);
    const input = await opened('a.csv', `id,city\n1,\n1,${long}\n2,b\n3,\n4,\n`);
    assert.deepEqual(input.columns[0], { name: 'id', samples: ['1', '2', '3'] });
    assert.equal(input.columns[1]?.samples[0]?.length, 100);
    assert.deepEqual(input.columns[1]?.samples.slice(1), ['b']);
  });
});
