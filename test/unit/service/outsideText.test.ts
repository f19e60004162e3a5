import assert from 'node:assert/strict';

import { customerAt } from '../../../src/base/model.ts';
import { ACTIVE_CHARACTER } from '../../support/hostileTexts.ts';
import { cleanUp } from '../cleanup.ts';
import { problemIn } from './answers.ts';
import { openSandboxClient, SIGNAL } from './client.ts';
import { rejectionOf } from './rejection.ts';

describe('Text from outside', () => {
  afterEach(cleanUp);

  it('is shortened and made plain in errors, and unchanged in records', async () => {
    for (const outsideText of ['links', 'icons', 'lines', 'turned', 'long'] as const) {
      const { service, sandbox } = await openSandboxClient({ outsideText });
      const error = await rejectionOf(service.getItem('none', SIGNAL));
      const { errorMessage = '' } = problemIn('failure', error);
      assert.match(errorMessage, /there is no tag or folder none[^]/);
      assert.ok(errorMessage.length <= 300);
      assert.doesNotMatch(error.message, ACTIVE_CHARACTER);
      const { botId } = sandbox;
      const page = await service.listCustomers({ botId, limit: 20 }, SIGNAL);
      assert.deepEqual([page.records.length, page.problems.size], [20, 0], 'any name is valid');
      const names = page.records.map((_, index) => customerAt(page, index)?.name ?? '');
      const longest = Math.max(...names.map(({ length }) => length));
      assert.ok(longest >= (outsideText === 'long' ? 5000 : 20));
    }
  });

  it('is in the excerpt of a truncated body, but never in the log', async () => {
    const { service, sandbox, log } = await openSandboxClient({ bodies: 'cut' });
    const { botId } = sandbox;
    const error = await rejectionOf(service.listCustomers({ botId, limit: 5 }, SIGNAL));
    const { excerpt, detail } = problemIn('protocol', error);
    assert.equal(detail, 'the body is not a JSON object');
    const [, name = ''] = /"name":"([^"]+)"/.exec(excerpt) ?? [];
    assert.ok(name.length > 1, 'the beginning of the name is shown');
    assert.ok(!error.message.includes(name) && !log.join('\n').includes(name));
  });

  it('names no user in an error or the log, even if the service echoes the request', async () => {
    const { service, log } = await openSandboxClient({ echo: 'on' });
    const rawUid = 'U-echo/4711 "é"';
    const uid = 'enc-echo-4711';
    for (const id of [{ rawUid }, { uid }]) {
      const user = { ...id, pageId: 'page-1', channel: 1 } as const;
      const errors = [
        await rejectionOf(service.attachTag('tag-none', user, SIGNAL)),
        await rejectionOf(service.detachTag('tag-none', user, SIGNAL)),
      ];
      for (const error of errors) {
        const { errorMessage = '' } = problemIn('failure', error);
        assert.match(errorMessage, /: \{.*"bot_pid":"page-1"/, 'the message repeats the call');
        assert.match(errorMessage, /…/);
        assert.doesNotMatch(`${errorMessage}${error.message}${error.stack ?? ''}`, /echo/);
      }
    }
    assert.doesNotMatch(log.join('\n'), /echo/);
  });
});
