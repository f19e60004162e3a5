import { element } from '../../base/page/dom.ts';

/** A bar that is so long; a decoration: its number stands beside it. */
export function bar(part: number, whole: number): HTMLElement {
  const line = element('span', { class: 'bar', 'aria-hidden': 'true' });
  if (part === 0) return line;
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${percent(part, whole)}%`;
  line.append(fill);
  return line;
}

/** At least so much that it is seen. */
export function percent(part: number, whole: number): number {
  return part === 0 || whole === 0 ? 0 : Math.max(1, (part / whole) * 100);
}
