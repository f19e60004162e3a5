import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../src/base/emitter.ts';
import { notifyOfNewBlockedMeaning } from '../../src/search/ui/pointOutBlocked.ts';
import { WindowRecorder } from './windowRecorder.ts';

type Loaded = Parameters<
  Parameters<Parameters<typeof notifyOfNewBlockedMeaning>[0]['onDidLoad']>[0]
>[0];

function mementoInMemory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string) => values.get(key) as never,
    update: (key, value) => Promise.resolve(void values.set(key, value)),
  };
}

describe('notifyOfNewBlockedMeaning', () => {
  const recorder = new WindowRecorder();
  beforeEach(() => recorder.start());
  afterEach(() => recorder.stop());

  const file = 'file:///team/bot-tags.jsonc';
  const segments = [
    { name: 'In File', text: 'tag:VIP and not (blocked or active > 30d)' },
    { name: 'By Status', text: 'status = blocked' },
    { name: 'A Tag', text: 'tag:blocked' },
    { name: 'Broken', text: 'blocked and' },
  ];
  const windowSegments = [
    { name: 'Mine', text: 'not blocked' },
    { name: 'Two', text: 'blocked' },
  ];

  /**
   * Starts a window that loads the workspace file, and then loads it again with another segment.
   * @param files files that the workspace had loaded before this window started
   * @param saved segments that are stored in the workspace
   */
  function openWindow(
    memento: vscode.Memento,
    files: readonly string[],
    saved = windowSegments,
  ): void {
    const onLoad = new Emitter<Loaded>();
    notifyOfNewBlockedMeaning({ memento, inWindow: saved, files, onDidLoad: onLoad.event });
    onLoad.fire({ file, segments });
    onLoad.fire(undefined);
    onLoad.fire({ file, segments: [...segments, { name: 'Later', text: 'blocked' }] });
  }

  it('names the saved segments that use "blocked" once per workspace', () => {
    const memento = mementoInMemory();
    openWindow(memento, [file]);
    const [mine, shared, ...others] = recorder.shown.map(([, text]) => text);
    assert.match(mine ?? '', /^"blocked" now also finds .*: "Mine", "Two"\. /);
    assert.match(shared ?? '', /: "In File"\. /);
    assert.deepEqual(others, []);
    openWindow(memento, [file]);
    assert.equal(recorder.shown.length, 2);
  });

  it('ignores segments that were saved later and files that were added later', () => {
    const memento = mementoInMemory();
    openWindow(memento, [], []);
    openWindow(memento, [file], windowSegments);
    assert.deepEqual(recorder.shown, []);
  });

  it('waits for a file that the first window could not load', () => {
    const memento = mementoInMemory();
    const { event } = new Emitter<Loaded>();
    notifyOfNewBlockedMeaning({ memento, inWindow: [], files: [file], onDidLoad: event });
    assert.deepEqual(recorder.shown, []);
    openWindow(memento, []);
    assert.equal(recorder.shown.length, 1);
  });
});
