import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import strings from '../../package.nls.json' with { type: 'json' };
import chinese from '../../package.nls.zh-tw.json' with { type: 'json' };
import { commandIds } from '../../src/commands/commands.ts';
import { AT_SANDBOX, FIRST_STEPS, TREE_VIEW } from '../../src/base/manifest.ts';
import { FirstSteps } from '../../src/base/ui/firstSteps.ts';

const root = join(import.meta.dirname, '../..');
const [walkthrough, ...others] = manifest.contributes.walkthroughs;
const steps = walkthrough?.steps ?? [];
const folder = join(root, 'media/walkthrough');
const pictures = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

/** Maximum size of all pictures together. */
const MAX_BYTES = 90 * 1024;

type Texts = Readonly<Record<string, string>>;

/** Returns the text of a `%key%` of the manifest. */
function textIn(texts: Texts, key: string): string {
  return texts[key.slice(1, -1)] ?? assert.fail(key);
}

/** Returns the commands of the buttons. Each button is on its own line. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/^\[[^\]]+\]\(command:([^)]+)\)$/gm)].map(([, link = '']) => link);
}

describe('walkthrough', () => {
  it('has seven steps, each with a text, a picture and a description of the picture', () => {
    assert.deepEqual([walkthrough?.id, others.length, steps.length], ['firstSteps', 0, 7]);
    for (const texts of [strings, chinese]) {
      for (const { id, title, description, media } of steps) {
        assert.ok(textIn(texts, title).length <= 30, id);
        const [sentences = ''] = textIn(texts, description).split('\n');
        assert.ok(sentences.length <= 200, id);
        assert.ok(!sentences.includes('`'), 'the walkthrough shows backticks unchanged');
        assert.match(textIn(texts, media.altText), /[.。]$/);
      }
    }
    assert.deepEqual(
      steps.map(({ media }) => media.svg).toSorted(),
      pictures.map(({ name }) => `media/walkthrough/${name}`).toSorted(),
    );
    assert.ok(steps.every(({ media }) => existsSync(join(root, media.svg))));
  });

  it('completes each step when an action succeeds, not when it starts', () => {
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    assert.equal(events.length, steps.length);
    const keys = events.flatMap((event) => {
      const [, expression = ''] = /^onContext:([\w.]+(?: && [\w.]+)*)$/.exec(event) ?? [];
      return expression.split(' && ');
    });
    assert.deepEqual(keys, [...FIRST_STEPS]);
  });

  it('has one or two buttons per step, the same in both languages', () => {
    const known: readonly string[] = [...commandIds, `${TREE_VIEW}.focus`];
    for (const { id, description } of steps) {
      const links = linksIn(textIn(strings, description));
      assert.ok(links.length >= 1 && links.length <= 2, id);
      assert.deepEqual(linksIn(textIn(chinese, description)), links);
      for (const link of links) {
        const [command = '', query] = link.split('?');
        assert.ok(known.includes(command), link);
        if (query === undefined) continue;
        assert.deepEqual(JSON.parse(decodeURIComponent(query)), [AT_SANDBOX]);
      }
    }
  });
});

describe('pictures of the walkthrough', () => {
  it(`have at most ${MAX_BYTES} bytes together`, () => {
    const bytes = pictures.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    assert.ok(bytes > 10_000 && bytes <= MAX_BYTES, String(bytes));
  });

  for (const { name, text } of pictures) {
    it(`contain only shapes and texts, and nothing that runs or loads: ${name}`, () => {
      const tags = [...text.matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag);
      const allowed = new Set(['svg', 'rect', 'circle', 'path', 'text', 'tspan']);
      assert.deepEqual(
        tags.filter((tag) => !allowed.has(tag ?? '')),
        [],
      );
      assert.doesNotMatch(text, /\bon\w+=|href|url\(|style=|class=|<!|<\?|&#/);
      assert.deepEqual(text.match(/https?:\/\/[^\s"<]+/g)?.slice(0, 1), [
        'http://www.w3.org/2000/svg',
      ]);
    });

    it(`contain only colors of the theme: ${name}`, () => {
      const colors = [...text.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(
        ([, color = '']) => color,
      );
      assert.ok(colors.length > 20);
      for (const color of colors) assert.match(color, /^(?:none|var\(--vscode-[\w-]+(?:, .+)?\))$/);
      assert.doesNotMatch(text, /#[0-9a-f]{3,8}"|rgb|hsl/i);
      // The default of this color is that of matches in the minimap: black on black in high contrast.
      assert.doesNotMatch(text, /charts-orange/);
    });
  }
});

describe('FirstSteps', () => {
  const storedValues = new Map<string, unknown>();
  const state = {
    keys: () => [...storedValues.keys()],
    get: (key: string) => storedValues.get(key) as never,
    update: async (key: string, value: unknown) => void storedValues.set(key, value),
  };
  let reported: string[];
  let firstSteps: FirstSteps;

  beforeEach(() => {
    storedValues.clear();
    reported = [];
    firstSteps = new FirstSteps(state, (step) => void reported.push(step));
  });

  it('reports each step once per window, and stores only its name', () => {
    firstSteps.setContextKeys();
    assert.deepEqual(reported, []);
    firstSteps.markDone('botTags.didExport');
    firstSteps.markDone('botTags.didExport');
    assert.deepEqual(reported, ['botTags.didExport']);
    assert.deepEqual([...storedValues], [['botTags.didExport', true]]);
  });

  it('reports the completed steps again in the next window', () => {
    storedValues.set('botTags.didExport', true);
    firstSteps.setContextKeys();
    assert.deepEqual(reported, ['botTags.didExport']);
  });

  it('reports steps even if nothing can be stored', async () => {
    const update = () => Promise.reject(new Error('read-only'));
    const withoutStore = new FirstSteps({ ...state, update }, (step) => void reported.push(step));
    withoutStore.markDone('botTags.didAddBot');
    await Promise.resolve();
    assert.deepEqual(reported, ['botTags.didAddBot']);
  });
});
