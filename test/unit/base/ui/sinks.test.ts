import assert from 'node:assert/strict';

import { fileName, plain, sinks, type Sink } from '../../../../src/base/ui/sinks.ts';
import {
  ACTIVE_CHARACTER,
  hostileTexts,
  LIVE_ICON,
  LIVE_LINK,
  seen,
} from '../../../support/hostileTexts.ts';

const sinkNames = Object.keys(sinks) as Sink[];

describe('text from outside in each place that shows it', () => {
  for (const sink of sinkNames) {
    it(`is shown as plain text: ${sink}`, () => {
      const { links, icons, longest } = sinks[sink];
      for (const [name, text] of Object.entries(hostileTexts)) {
        const shown = plain(sink, `The service reported an error: ${text} (errorCode 500).`);
        assert.ok(seen(shown).length <= longest, name);
        assert.doesNotMatch(shown, ACTIVE_CHARACTER, name);
        if (links) assert.doesNotMatch(shown, LIVE_LINK, name);
        if (icons) assert.doesNotMatch(shown, LIVE_ICON, name);
        assert.match(
          shown,
          /^The service reported an error: .* \(errorCode 500\)\.$/u,
          'the text of the extension itself is complete',
        );
      }
    });

    it(`is shown as it was sent: ${sink}`, () => {
      for (const name of [
        'a command link',
        'an http link',
        'an icon',
        'an escaped icon',
      ] as const) {
        const text = hostileTexts[name];
        assert.equal(seen(plain(sink, text)), text);
      }
      assert.equal(plain(sink, '臺北 “VIP” (a) [b] 5 $'), '臺北 “VIP” (a) [b] 5 $');
    });
  }

  it("cannot become part of another file's path", () => {
    for (const text of Object.values(hostileTexts)) {
      const name = fileName(text);
      assert.doesNotMatch(name, /[\\/:*?"<>|]/);
      assert.doesNotMatch(name, ACTIVE_CHARACTER);
      assert.ok(name.length <= 60);
    }
    assert.equal(fileName('../../etc/passwd'), '-..-etc-passwd');
    assert.equal(fileName('con'), '_con');
    assert.equal(fileName('LPT1.x'), '_LPT1.x');
    assert.equal(fileName('...'), '_');
    assert.equal(fileName(' Tea House. '), 'Tea House');
    assert.ok(Buffer.byteLength(fileName('茶'.repeat(500))) < 200);
    assert.ok(Buffer.byteLength(fileName('\u202e'.repeat(40))) < 200);
  });
});
