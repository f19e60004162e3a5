import type { GridPage } from './gridPage.ts';

/** Returns the longest frame while dragging over a histogram filters the rows, in ms. */
export async function longestDrag({ page }: GridPage): Promise<number> {
  return page.evaluate(`(async () => {
    const button = document.querySelector('.codicon-graph').closest('button');
    button.click();
    const bins = () => [...document.querySelectorAll('.charts .lastActive .bin')];
    await until(() => bins().length > 2);
    document.querySelector('.charts .lastActive').scrollIntoView({ inline: 'center' });
    await painted();
    const all = bins();
    const send = (type, bin) => {
      const { left, width, bottom } = bin.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: bottom - 2 };
      const options = { bubbles: true, pointerId: 1, button: 0, pointerType: 'mouse', ...at };
      bin.dispatchEvent(new PointerEvent(type, options));
    };
    send('pointerdown', all[1]);
    // Moves over all bins and back, with two frames for each bin.
    const longest = await frames((frame) => {
      const step = Math.floor(frame / 2) % (2 * all.length);
      send('pointermove', all[Math.min(step, 2 * all.length - 1 - step)]);
    });
    send('pointerup', all[1]);
    button.click();
    document.querySelector('.search-box .codicon-close').closest('button').click();
    await painted();
    return longest;
  })()`);
}
