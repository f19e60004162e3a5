import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { holdOwner, isOwnerAlive } from '../../../src/catalogue/livingOwner.ts';

const source = join(import.meta.dirname, '../../../src/catalogue/livingOwner.ts');

/** Another process that owns something, with the text of its sign. */
async function otherOwner() {
  const code = `
    const { holdOwner } = await import(${JSON.stringify(source)});
    process.stdout.write((await holdOwner()).text);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, text: text.toString() };
}

describe('whoever owns a run', () => {
  it('lives as long as its process does, however silent it is', async () => {
    const { child, text } = await otherOwner();
    assert.equal(await isOwnerAlive(text, 0), true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await isOwnerAlive(text, Date.now()), false);
  });

  it('is gone once it has let go, in the same process too', async () => {
    const owner = await holdOwner();
    assert.equal(await isOwnerAlive(owner.text, 0), true);
    owner.close();
    assert.equal(await isOwnerAlive(owner.text, Date.now()), false);
  });

  it('on another machine is believed for ten minutes', async () => {
    const { text } = await otherOwnerElsewhere();
    assert.equal(await isOwnerAlive(text, Date.now()), true);
    assert.equal(await isOwnerAlive(text, Date.now() - 11 * 60_000), false);
  });

  it('is not taken for dead because a clock was set back', async () => {
    const { text } = await otherOwnerElsewhere();
    assert.equal(await isOwnerAlive(text, Date.now() + 3_600_000), true);
  });

  it('is nobody when the text is not one of ours', async () => {
    const odd = [
      '',
      'null',
      '[]',
      '{',
      '{"id":"../../x","process":1}',
      '{"id":"0123456789abcdef"}',
    ];
    for (const text of odd) assert.equal(await isOwnerAlive(text, Date.now()), false, text);
  });
});

async function otherOwnerElsewhere(): Promise<{ readonly text: string }> {
  const owner = await holdOwner();
  owner.close();
  const kept = JSON.parse(owner.text) as { sign: { host: string } };
  return { text: JSON.stringify({ ...kept, sign: { ...kept.sign, host: 'elsewhere' } }) };
}
