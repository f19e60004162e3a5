import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RowScale } from '../../../../src/customers/page/rowScale.ts';

/** Heights in pixels: of the visible part, of the largest scroll area, and of a million rows of 28 px. */
const VIEW_HEIGHT = 700;
const MAX_HEIGHT = 8_000_000;
const MILLION_ROWS = 28 * 1_000_000;

function scaleOf(total: number): RowScale {
  const scale = new RowScale();
  scale.resize(total, VIEW_HEIGHT);
  return scale;
}

describe('RowScale', () => {
  it('does not scale as long as the browser can lay out all rows', () => {
    const scale = scaleOf(MAX_HEIGHT);
    for (const to of [5, 7_000_000, 12, MAX_HEIGHT - VIEW_HEIGHT]) {
      scale.onScrolled(to);
      assert.deepEqual([scale.height, scale.top, scale.shift], [MAX_HEIGHT, to, 0]);
    }
  });

  it('maps the scroll bar to the same fraction of all rows, and to both ends', () => {
    const scale = scaleOf(MILLION_ROWS);
    assert.equal(scale.height, MAX_HEIGHT);
    scale.onScrolled(MAX_HEIGHT - VIEW_HEIGHT);
    assert.equal(scale.top, MILLION_ROWS - VIEW_HEIGHT);
    scale.onScrolled((MAX_HEIGHT - VIEW_HEIGHT) / 2);
    assert.ok(Math.abs(scale.top - (MILLION_ROWS - VIEW_HEIGHT) / 2) < 1, String(scale.top));
    scale.onScrolled(0);
    assert.equal(scale.top, 0);
  });

  it('moves by the distance of the wheel at any position', () => {
    const anyPosition = fc.integer({ min: VIEW_HEIGHT * 5, max: MAX_HEIGHT - VIEW_HEIGHT * 5 });
    // Longer distances count as dragging (`DRAG_SCREENS`).
    const anyDistance = fc.integer({ min: -VIEW_HEIGHT * 4, max: VIEW_HEIGHT * 4 });
    fc.assert(
      fc.property(anyPosition, anyDistance, (position, distance) => {
        const scale = scaleOf(MILLION_ROWS);
        scale.onScrolled(position);
        const { top } = scale;
        scale.onScrolled(position + distance);
        assert.equal(scale.top - top, distance);
      }),
    );
  });

  it('never moves backward while the scroll bar is dragged forward', () => {
    const anyPositions = fc.array(fc.integer({ min: 0, max: MAX_HEIGHT - VIEW_HEIGHT }), {
      minLength: 2,
    });
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const scale = scaleOf(MILLION_ROWS);
        const distantPositions = positions
          .toSorted((a, b) => a - b)
          .filter((to, index, sorted) => {
            // Shorter steps count as turns of the wheel (`DRAG_SCREENS`).
            return to - (sorted[index - 1] ?? -MAX_HEIGHT) > 4 * VIEW_HEIGHT;
          });
        const tops = distantPositions.map((to) => {
          scale.onScrolled(to);
          return scale.top;
        });
        assert.deepEqual(
          tops,
          tops.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('returns a scroll position for each row, at which the row stays', () => {
    fc.assert(
      // The last 25 rows fill the visible part, so no later row can be at its top.
      fc.property(fc.integer({ min: 0, max: 999_975 }), (row) => {
        const scale = scaleOf(MILLION_ROWS);
        const scrolled = scale.scrollFor(row * 28);
        assert.ok(scrolled >= 0 && scrolled <= MAX_HEIGHT - VIEW_HEIGHT, String(scrolled));
        scale.setTop(row * 28, scrolled);
        assert.equal(scale.top, row * 28);
        scale.onScrolled(scrolled);
        assert.equal(scale.top, row * 28);
      }),
    );
  });

  it('resets its position when only a few rows are left', () => {
    const scale = scaleOf(MILLION_ROWS);
    scale.onScrolled(MAX_HEIGHT / 2);
    scale.resize(2800, VIEW_HEIGHT);
    assert.deepEqual([scale.height, scale.shift], [2800, 0]);
  });
});
