import assert from 'node:assert/strict';
import { BOT } from '../../base/fakes.ts';
import { recordPanels, VSCODE_PANELS } from '../../base/ui/fakePanels.ts';
import { withVscode } from '../../vscodeTexts.ts';

const { CustomerPanels } = await withVscode(
  VSCODE_PANELS,
  '?customerPanels',
  () => import('../../../../src/customers/ui/customerPanels.ts'),
);

const never = () => new Promise<never>(() => undefined);

/** Creates panels whose service never answers. */
function createPanels({
  validators = never,
  loadView = async () => null,
}: {
  validators?: () => Promise<unknown>;
  loadView?: () => Promise<null>;
} = {}) {
  const errors: unknown[] = [];
  const noEvent = () => ({ dispose: () => undefined });
  const catalogue = { isReadOnly: () => false, items: () => [], onDidChange: noEvent };
  const services = {
    extensionUri: { path: '/extension' },
    serviceOf: never,
    validators,
    tags: { onDidTag: noEvent },
    views: { load: loadView },
    segments: { onDidChange: noEvent, segmentsOf: () => [] },
    onError: async (error: unknown) => void errors.push(error),
  };
  const panels = new CustomerPanels(
    Object.assign(async () => catalogue, { current: catalogue }) as never,
    services as never,
    new Map(),
  );
  return { panels, errors };
}

describe('CustomerPanels', () => {
  const created = recordPanels();

  it('show the environment of the bot in the icon of the tab as soon as it opens', async () => {
    const { panels } = createPanels();
    await panels.open({ ...BOT, environment: 'production' }, {});
    assert.match(String(created[0]?.iconPath), /tab-production\.svg$/);
  });

  it('show the icon of the product if the bot has no environment, also after a change', async () => {
    const { panels } = createPanels();
    await panels.open(BOT, {});
    assert.match(String(created[0]?.iconPath), /media\/icon\.png$/);
    panels.update({ ...BOT, environment: 'staging' });
    assert.match(String(created[0]?.iconPath), /tab-staging\.svg$/);
    panels.update(BOT);
    assert.match(String(created[0]?.iconPath), /media\/icon\.png$/);
  });

  it('show the tab before the view of the bot is loaded', () => {
    const { panels } = createPanels({ loadView: never });
    void panels.open(BOT, {});
    assert.equal(created.length, 1);
  });

  it('open one panel for two commands at the same time', async () => {
    const { panels } = createPanels();
    await Promise.all([panels.open(BOT, {}), panels.open(BOT, {})]);
    assert.deepEqual(
      created.map(({ isDisposed }) => isDisposed),
      [false],
    );
  });

  it('report that the code for messages of the page cannot be loaded', async () => {
    const { panels, errors } = createPanels({
      validators: () => Promise.reject(new Error('no bundle')),
    });
    await panels.open(BOT, {});
    created[0]?.send?.({ type: 'ready' });
    await new Promise(setImmediate);
    assert.deepEqual(errors.map(String), ['Error: no bundle']);
  });
});
