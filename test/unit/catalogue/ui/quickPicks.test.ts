import assert from 'node:assert/strict';
import { TagIndex } from '../../../../src/catalogue/tagIndex.ts';
import { itemOf } from '../../base/fakes.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code. `globalThis.createFakeInput` creates its quick picks. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (match, index) => String(values[index] ?? match));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export const QuickInputButtons = { Back: {} };
export const QuickPickItemKind = { Separator: -1 };
export class ThemeIcon {}
export const window = { createQuickPick: () => globalThis.createFakeInput() };
`;

interface Entry {
  readonly label: string;
}

/** Quick pick without a UI. */
class FakeInput {
  buttons: readonly unknown[] = [];
  items: readonly Entry[] = [];
  selectedItems: readonly Entry[] = [];
  value = '';
  busy = false;
  isShown = false;
  isDisposed = false;
  accept: () => void = () => undefined;
  hide: () => void = () => undefined;
  readonly onDidChangeValue = subscribe;
  readonly onDidChangeSelection = subscribe;
  readonly onDidTriggerButton = subscribe;

  onDidAccept(listener: () => void): { dispose(): void } {
    this.accept = listener;
    return subscribe();
  }

  onDidHide(listener: () => void): { dispose(): void } {
    this.hide = listener;
    return subscribe();
  }

  show(): void {
    this.isShown = true;
  }

  dispose(): void {
    this.isDisposed = true;
    this.hide();
  }
}

function subscribe(): { dispose(): void } {
  return { dispose: () => undefined };
}

function loadPicks() {
  return withVscode(VSCODE, '?quickPicks', async () => ({
    ...(await import('../../../../src/base/ui/askPick.ts')),
    ...(await import('../../../../src/catalogue/ui/pickFromSearch.ts')),
    ...(await import('../../../../src/catalogue/ui/pickManyFromSearch.ts')),
  }));
}

const POSITION = { title: 'Pick', step: 1, totalSteps: 1, canGoBack: false };

describe('quick picks', () => {
  let picks: Awaited<ReturnType<typeof loadPicks>>;
  let input: FakeInput;

  before(async () => {
    picks = await loadPicks();
  });

  beforeEach(() => {
    input = new FakeInput();
    Object.assign(globalThis, { createFakeInput: () => input });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'createFakeInput');
  });

  function finderOf(open: () => Promise<TagIndex>) {
    return new picks.TagFinder({ open });
  }

  async function indexOf(...ids: readonly string[]): Promise<TagIndex> {
    const index = new TagIndex();
    for (const id of ids) index.set(itemOf(id));
    return index;
  }

  /** Waits until the input shows the result of its last search. */
  async function loaded(): Promise<void> {
    while (input.busy) await new Promise((resolve) => setTimeout(resolve));
  }

  const failing = (): Promise<never> => Promise.reject(new Error('no list'));

  it('close and throw the error if their entries cannot be loaded', async () => {
    const dialogs = [
      () => picks.askPick({ placeholder: '', items: failing() }, POSITION),
      () => picks.pickFromSearch(finderOf(failing), {}, POSITION),
      () => picks.pickManyFromSearch(finderOf(failing), {}, POSITION),
      () => {
        const first = failing();
        return picks.pickManyFromSearch(finderOf(indexOf), { first }, POSITION);
      },
    ];
    for (const ask of dialogs) {
      input = new FakeInput();
      await assert.rejects(async () => ask(), /no list/);
      assert.equal(input.isShown && input.isDisposed, true);
    }
  });

  it('throw Cancelled if they are hidden', async () => {
    const dialogs = [
      () => picks.askPick({ placeholder: '', items: [] }, POSITION),
      () => picks.pickFromSearch(finderOf(indexOf), {}, POSITION),
      () => picks.pickManyFromSearch(finderOf(indexOf), {}, POSITION),
    ];
    for (const ask of dialogs) {
      input = new FakeInput();
      const answer = ask();
      input.hide();
      await assert.rejects(answer, { name: 'Cancelled' });
      assert.equal(input.isDisposed, true);
    }
  });

  it('return the accepted entry after it was loaded', async () => {
    const items = Promise.resolve([{ label: 'a' }, { label: 'b' }]);
    const answer = picks.askPick({ placeholder: '', items }, POSITION);
    assert.equal(input.busy, true);
    await loaded();
    input.selectedItems = input.items.slice(1);
    input.accept();
    assert.deepEqual(await answer, { label: 'b' });
  });

  it('return the first match if Enter is pressed during the search', async () => {
    const answer = picks.pickFromSearch(
      finderOf(() => indexOf('x', 'y')),
      {},
      POSITION,
    );
    input.accept();
    const picked = await answer;
    assert.equal(typeof picked === 'object' ? picked.id : picked, 'x');
  });
});
