import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { holdOwner, isOwnerAlive } from '../../../src/catalogue/livingOwner.ts';

const source = join(import.meta.dirname, '../../../src/catalogue/livingOwner.ts');

/**
 * Starts another process that becomes an owner (the only process that may use something, such as a run), and that
 * runs until it is killed.
 * @returns the process and its owner text
 */
async function otherOwner() {
  const code = `
    const { holdOwner } = await import(${JSON.stringify(source)});
    process.stdout.write((await holdOwner()).text);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, text: text.toString() };
}

describe('isOwnerAlive', () => {
  it('reports an owner as alive while its process runs, even without activity', async () => {
    const { child, text } = await otherOwner();
    assert.equal(await isOwnerAlive(text, 0), true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await isOwnerAlive(text, Date.now()), false);
  });

  it('reports an owner as gone after it was closed, also in the same process', async () => {
    const owner = await holdOwner();
    assert.equal(await isOwnerAlive(owner.text, 0), true);
    owner.close();
    assert.equal(await isOwnerAlive(owner.text, Date.now()), false);
  });

  it('reports an owner on another machine as alive for ten minutes', async () => {
    const { text } = await ownerOnAnotherMachine();
    assert.equal(await isOwnerAlive(text, Date.now()), true);
    assert.equal(await isOwnerAlive(text, Date.now() - 11 * 60_000), false);
  });

  it('does not report an owner as gone because a clock was set back', async () => {
    const { text } = await ownerOnAnotherMachine();
    assert.equal(await isOwnerAlive(text, Date.now() + 3_600_000), true);
  });

  it('reports no owner for an invalid text', async () => {
    const invalidTexts = [
      '',
      'null',
      '[]',
      '{',
      '{"id":"../../x","process":1}',
      '{"id":"0123456789abcdef"}',
      // On Linux and macOS, a signal to 0 or -1 also goes to this process, so the owner would seem to be alive.
      '{"id":"0123456789abcdef","process":0}',
      '{"id":"0123456789abcdef","process":-1}',
      `{"id":"0123456789abcdef","process":"${process.pid}"}`,
      `{"id":1234567890123456,"process":${process.pid}}`,
      `{"id":"0123456789abcde","process":${process.pid}}`,
      `{"id":"0123456789abcdef/","process":${process.pid}}`,
      `{"id":"../0123456789abcdef","process":${process.pid}}`,
    ];
    for (const text of invalidTexts)
      assert.equal(await isOwnerAlive(text, Date.now()), false, text);
  });

  it('checks the process of an owner without a valid socket', async () => {
    const id = '0123456789abcdef';
    const noProcess = 2 ** 31 - 1;
    for (const sign of [undefined, 'text', { host: 'elsewhere' }, { folder: '/nowhere' }]) {
      const alive = JSON.stringify({ id, process: process.pid, sign });
      assert.equal(await isOwnerAlive(alive, Date.now()), true, alive);
      const gone = JSON.stringify({ id, process: noProcess, sign });
      assert.equal(await isOwnerAlive(gone, Date.now()), false, gone);
    }
  });
});

/** Returns an owner text that seems to come from another machine. */
async function ownerOnAnotherMachine(): Promise<{ readonly text: string }> {
  const owner = await holdOwner();
  owner.close();
  const ownerText = JSON.parse(owner.text) as { sign: { host: string } };
  return { text: JSON.stringify({ ...ownerText, sign: { ...ownerText.sign, host: 'elsewhere' } }) };
}
