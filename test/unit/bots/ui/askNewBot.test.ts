import assert from 'node:assert/strict';
import { ServiceError, type ServiceProblem } from '../../../../src/base/errors.ts';
import type { BotDraft } from '../../../../src/bots/ui/askNewBot.ts';
import { loadAskNewBot, settled, type FakeInputBox } from './fakeInputs.ts';

const URL = 'https://service.example';
const CURL_LINE = `curl '${URL}/v1/api/bot/customers?botId=b1' -H 'Authorization: Bearer good'`;

/** Returns the problem that a service reports whose only bot is `b1`, with the token `good`. */
function problemOf({ baseUrl, token, botId }: BotDraft): ServiceProblem | undefined {
  if (baseUrl !== URL) return { kind: 'connect', detail: 'ENOTFOUND' };
  if (token !== 'good') return failure('invalid', 401);
  return botId === 'b1' ? undefined : failure('no such bot', 404);
}

function failure(errorMessage: string, errorCode: number): ServiceProblem {
  return { kind: 'failure', httpStatus: 200, errorMessage, errorCode };
}

describe('askNewBot', () => {
  let loaded: Awaited<ReturnType<typeof loadAskNewBot>>;
  let box: FakeInputBox;
  let draft: BotDraft;
  let checks: number;
  /** Promise that each check awaits before it returns. */
  let checkDone: Promise<void>;
  let finished: Promise<void>;

  before(async () => {
    loaded = await loadAskNewBot((opened) => (box = opened));
  });

  beforeEach(async () => {
    checks = 0;
    checkDone = Promise.resolve();
    draft = { baseUrl: '', token: '', botId: '', label: '' };
    finished = loaded.askNewBot(draft, async () => {
      checks++;
      const problem = problemOf(draft);
      await checkDone;
      if (problem === undefined) return undefined;
      return loaded.faultIn(new ServiceError('listCustomers', problem, 'refused'));
    });
    await settled();
  });

  /** Answers the steps one after the other. */
  async function answer(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await box.answer(text);
  }

  /** Clicks the Back button, which is the only fake button without a tooltip. */
  const back = (): Promise<void> => box.press(box.buttons.find((button) => !('tooltip' in button)));

  async function assertAdded(label: string): Promise<void> {
    assert.equal(box.prompt, 'Label of the bot in the tree');
    await box.answer(label);
    await finished;
    assert.deepEqual(draft, { baseUrl: URL, token: 'good', botId: 'b1', label });
  }

  it('asks for every field, and checks with the service before the label', async () => {
    await answer(URL, 'good');
    assert.equal(checks, 0);
    await answer('b1');
    assert.equal(checks, 1);
    await assertAdded('Shop');
    assert.equal(checks, 1);
  });

  it('reports a rejected token at the token step until the token is corrected', async () => {
    await answer(URL, 'bad', 'b1');
    for (const token of ['bad', 'worse']) {
      assert.deepEqual(
        [box.password, box.value, box.validationMessage],
        [true, token, 'The service rejected this token (401).'],
      );
      await box.answer(token === 'bad' ? 'worse' : 'good');
    }
    await assertAdded('Shop');
  });

  it('ignores the result of a check that arrives after Back', async () => {
    await answer(URL, 'bad', 'b1');
    const { promise, resolve } = Promise.withResolvers<void>();
    checkDone = promise;
    void box.answer('worse');
    await settled();
    await back();
    assert.deepEqual([box.value, box.validationMessage], [URL, undefined]);
    resolve();
    await settled();
    await answer(URL);
    assert.equal(box.validationMessage, undefined, 'the message was about another input');
    await answer('good', 'b1');
    await assertAdded('Shop');
  });

  it('goes back only to the steps that were shown', async () => {
    await answer(URL, 'bad', 'b1');
    await back();
    assert.match(box.prompt, /^Base URL/);
    await answer(URL, 'good');
    assert.match(box.prompt, /^Bot ID/);
    assert.equal(box.value, 'b1');
    await box.answer();
    await back();
    assert.match(box.prompt, /^Bot ID/);
    await box.answer();
    await assertAdded('Shop');
  });

  it('suggests the bot ID of the last token, but never replaces an ID that the user has entered', async () => {
    const tokenOf = (botId: string): string =>
      `e30.${Buffer.from(JSON.stringify({ botId })).toString('base64url')}.x`;
    await answer(URL, tokenOf('b2'));
    assert.equal(box.value, 'b2');
    await back();
    await answer(tokenOf('b1'));
    assert.equal(box.value, 'b1');
    await back();
    await answer('good');
    assert.equal(box.value, '', 'this token has no bot ID');
    await back();
    await answer(tokenOf('b2'), 'b1');
    assert.match(box.validationMessage ?? '', /rejected this token/);
    await answer(tokenOf('b3'));
    assert.match(box.validationMessage ?? '', /rejected this token/);
    assert.equal(draft.botId, 'b1');
    await answer('good');
    await assertAdded('Shop');
  });

  it('reports an unknown bot at the bot ID step', async () => {
    await answer(URL, 'good', 'b2');
    assert.match(box.prompt, /^Bot ID/);
    assert.match(box.validationMessage ?? '', /no such bot .*Check the bot ID\.$/);
    assert.doesNotMatch(box.validationMessage ?? '', /Refresh|on the bot/);
    await box.answer('b1');
    await assertAdded('Shop');
  });

  it('reports an unreachable service at the base URL step', async () => {
    await answer('https://away.example', 'good', 'b1');
    assert.match(box.prompt, /^Base URL/);
    assert.match(box.validationMessage ?? '', /Could not connect to the service \(ENOTFOUND\)/);
    await box.answer(URL);
    await assertAdded('Shop');
  });

  it('adds an unreachable bot on request', async () => {
    await answer('https://away.example', 'good', 'b1');
    await box.press(box.buttons.find(({ tooltip }) => tooltip === 'Add Anyway'));
    await box.answer('Shop');
    await finished;
    assert.equal(draft.baseUrl, 'https://away.example');
    assert.equal(checks, 1);
  });

  it('skips the steps that a pasted curl line fills', async () => {
    await box.answer(CURL_LINE);
    assert.equal(box.value, 'b1');
    await back();
    assert.match(box.prompt, /^Base URL/);
    assert.equal(box.value, URL);
    await box.answer();
    await assertAdded('Shop');
  });

  it('skips the steps of a pasted line if the same URL is written in another way', async () => {
    box.fill(CURL_LINE);
    await box.answer(`${URL.toUpperCase()}/`);
    assert.equal(checks, 1, 'the check comes before the questions for other fields');
  });

  it('removes a pasted command that is too long to read, because it may contain a token', () => {
    box.fill(`curl -H 'Authorization: Bearer good' ${'x'.repeat(65_536)}`);
    assert.equal(box.value, '');
    assert.match(box.validationMessage ?? '', /no usable base URL/);
    box.fill('curl ');
    assert.equal(box.value, 'curl ', 'the user may be typing a command');
  });

  it('reports a redirect at the base URL step', () => {
    const redirect = { kind: 'redirect', httpStatus: 301, location: 'https://x.example' } as const;
    const error = new ServiceError('listCustomers', redirect, 'refused');
    assert.equal(loaded.faultIn(error).field, 'baseUrl');
  });

  it('keeps a typed label if the dialog is dismissed', async () => {
    await answer(URL, 'good', 'b1');
    box.fill('Shop');
    assert.equal(draft.label, 'Shop');
  });

  it('asks for a pasted field if the line lacks the field or the service refuses it', async () => {
    await box.answer(CURL_LINE.replace('Bearer good', 'Bearer $TOKEN'));
    assert.deepEqual([box.password, checks], [true, 0]);
    await box.answer('bad');
    assert.equal(box.validationMessage, 'The service rejected this token (401).');
    await box.answer('good');
    await assertAdded('Shop');
  });

  it('asks for a pasted token again before the token is sent to another address', async () => {
    box.fill(CURL_LINE);
    assert.equal(box.value, URL);
    await box.answer('https://other.example');
    assert.deepEqual([box.password, checks], [true, 0]);
  });
});
