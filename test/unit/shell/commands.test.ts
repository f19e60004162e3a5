import assert from 'node:assert/strict';
import { withVscodeTexts } from '../vscodeTexts.ts';

const { Commands } = await withVscodeTexts(() => import('../../../src/shell/commands.ts'));

type Needs = ConstructorParameters<typeof Commands>[0];

describe('Commands', () => {
  it('no longer run after their registration was disposed, when the services are stopped', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const showLog = async (): Promise<void> => void runs++;
    const commands = new Commands({
      errors: { show: async (error: unknown) => void errors.push(error) },
    } as unknown as Needs);
    const registration = commands.register({
      'botTags.showLog': { interactive: showLog, withArguments: showLog },
    });
    await commands.run('botTags.showLog', { nodes: [] });
    assert.deepEqual([runs, errors], [1, []]);
    registration.dispose();
    await commands.run('botTags.showLog', { nodes: [] });
    assert.equal(runs, 1);
    assert.match(String(errors), /botTags\.showLog is not registered/);
  });
});
