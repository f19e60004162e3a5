const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 56;
const HEIGHT = 16;
/** px that stay free, so that the line is not cut. */
const EDGE = 2;

/** A line through the values, the oldest at the left; a decoration: its numbers stand beside it. */
export function sparkline(values: readonly number[]): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = { class: 'spark', width: WIDTH, height: HEIGHT, 'aria-hidden': 'true' };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  const line = document.createElementNS(SVG, 'polyline');
  line.setAttribute('points', pointsOf(values));
  svg.append(line);
  return svg;
}

/** From nothing to the most of them: a line that is flat at the bottom means nobody. */
function pointsOf(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  return values
    .map((value, at) => {
      const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
      return `${(EDGE + at * step).toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
}
