import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RowScale } from '../../../../src/customers/page/rowScale.ts';

const VIEW = 700;
const MOST = 8_000_000;
const MILLION = 28 * 1_000_000;

function scaleOf(total: number): RowScale {
  const scale = new RowScale();
  scale.resize(total, VIEW);
  return scale;
}

describe('the scale of very many rows', () => {
  it('is none as long as the browser can lay all of them out', () => {
    const scale = scaleOf(MOST);
    for (const to of [5, 7_000_000, 12, MOST - VIEW]) {
      scale.scroll(to);
      assert.deepEqual([scale.height, scale.top, scale.shift], [MOST, to, 0]);
    }
  });

  it('brings the scroll bar to the same part of all rows, and to both ends', () => {
    const scale = scaleOf(MILLION);
    assert.equal(scale.height, MOST);
    scale.scroll(MOST - VIEW);
    assert.equal(scale.top, MILLION - VIEW);
    scale.scroll((MOST - VIEW) / 2);
    assert.ok(Math.abs(scale.top - (MILLION - VIEW) / 2) < 1, String(scale.top));
    scale.scroll(0);
    assert.equal(scale.top, 0);
  });

  it('moves by as much as the wheel does, wherever that is', () => {
    const at = fc.integer({ min: VIEW * 5, max: MOST - VIEW * 5 });
    const by = fc.integer({ min: -VIEW * 4, max: VIEW * 4 });
    fc.assert(
      fc.property(at, by, (to, some) => {
        const scale = scaleOf(MILLION);
        scale.scroll(to);
        const { top } = scale;
        scale.scroll(to + some);
        assert.equal(scale.top - top, some);
      }),
    );
  });

  it('never goes back while the scroll bar is dragged on', () => {
    const places = fc.array(fc.integer({ min: 0, max: MOST - VIEW }), { minLength: 2 });
    fc.assert(
      fc.property(places, (all) => {
        const scale = scaleOf(MILLION);
        const far = all
          .toSorted((a, b) => a - b)
          .filter((to, index, sorted) => {
            return to - (sorted[index - 1] ?? -MOST) > 4 * VIEW;
          });
        const tops = far.map((to) => {
          scale.scroll(to);
          return scale.top;
        });
        assert.deepEqual(
          tops,
          tops.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('finds the place of the scroller for each row, which then is where it stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_975 }), (row) => {
        const scale = scaleOf(MILLION);
        const scrolled = scale.scrollFor(row * 28);
        assert.ok(scrolled >= 0 && scrolled <= MOST - VIEW, String(scrolled));
        scale.hold(row * 28, scrolled);
        assert.equal(scale.top, row * 28);
        scale.scroll(scrolled);
        assert.equal(scale.top, row * 28);
      }),
    );
  });

  it('forgets where it was when only few rows are left', () => {
    const scale = scaleOf(MILLION);
    scale.scroll(MOST / 2);
    scale.resize(2800, VIEW);
    assert.deepEqual([scale.height, scale.shift], [2800, 0]);
  });
});
