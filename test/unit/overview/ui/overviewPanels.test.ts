import assert from 'node:assert/strict';
import type { Bot } from '../../../../src/base/model.ts';
import { recordPanels, VSCODE_PANELS } from '../../base/ui/fakePanels.ts';
import { withVscode } from '../../vscodeTexts.ts';

const { createOverviews } = await withVscode(
  VSCODE_PANELS,
  '?overviewPanels',
  () => import('../../../../src/overview/ui/overviewPanels.ts'),
);

const BOT: Pick<Bot, 'key' | 'label' | 'environment'> = {
  key: 'shop',
  label: 'Shop',
  environment: '',
};

describe('OverviewPanels', () => {
  const created = recordPanels();

  it('open one panel for two commands at the same time', async () => {
    const noEvent = () => ({ dispose: () => undefined });
    const catalogue = { isReadOnly: () => false, onDidChange: noEvent };
    const overviews = createOverviews({
      bots: { onDidChange: noEvent, onDidRemove: noEvent },
      context: { extensionUri: { path: '/extension' } },
      catalogue: async () => catalogue,
      scans: { onDidChange: noEvent },
      panels: { onDidLoad: noEvent },
    } as unknown as Parameters<typeof createOverviews>[0]);
    const bot = BOT as Bot;
    await Promise.all([overviews.open(bot), overviews.open(bot)]);
    assert.deepEqual(
      created.map(({ isDisposed }) => isDisposed),
      [false],
    );
  });
});
