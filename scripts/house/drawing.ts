import { imports, roomOf } from './imports.ts';

/** px */
const BOX = { width: 138, height: 32 };
const FLOOR = 74;
const MARGIN = 20;
const WIDTH = 1220;
/** Where the rooms stand from left to right: those that run anywhere, and those of VS Code. */
const LEFT = { from: MARGIN, to: 750 };
const RIGHT = { from: 740, to: WIDTH - MARGIN };

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328; text-anchor: middle; }
  rect { fill: #eef3fb; stroke: #6a8fc4; }
  path { fill: none; stroke: #b6bfca; }
  .sheet { fill: #ffffff; stroke: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    rect { fill: #1c2b40; stroke: #5c84bd; }
    path { stroke: #47515d; }
    .sheet { fill: #0d1117; }
  }`;

/**
 * The rooms below `src` as an SVG picture, drawn from the imports. A line leads down to what a room knows; who is known
 * by way of others has no line of its own.
 */
export function drawHouse(): string {
  const knows = housesOf();
  const floors = floorsOf(knows);
  const at = placesOf(floors, knows);
  const height = floors.length * FLOOR - (FLOOR - BOX.height) + 2 * MARGIN;
  // Sorted, so that the order of imports in a file draws nothing anew.
  const lines = [...knows]
    .flatMap(([name, names]) =>
      direct(knows, names).map((other) => line(at.get(name), at.get(other))),
    )
    .sort();
  const boxes = [...at].map(([name, place]) => box(name, place));
  const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
    '<title>The rooms of the code, each above those that it knows</title>',
    `<style>${STYLE}\n</style>`,
    `<rect class="sheet" width="${WIDTH}" height="${height}" rx="6"/>`,
    ...lines,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

type Knows = ReadonlyMap<string, ReadonlySet<string>>;

interface Place {
  /** px, of the middle */
  readonly x: number;
  /** px, of the upper edge */
  readonly y: number;
}

/** Rooms within a room are drawn as one, but for those of `vscode`. */
function houseOf(path: string): string {
  const [first = '', second] = roomOf(path).split('/');
  return first === 'vscode' ? `${first}/${second ?? ''}` : first;
}

function housesOf(): Knows {
  const knows = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const own = knows.get(houseOf(from)) ?? new Set();
    knows.set(houseOf(from), own);
    if (to.startsWith('src/') && houseOf(to) !== houseOf(from)) own.add(houseOf(to));
  }
  return knows;
}

/** Each room as low as what it knows lets it be. The highest floor first. */
function floorsOf(knows: Knows): readonly (readonly string[])[] {
  const floors: string[][] = [];
  const heightOf = (name: string): number =>
    Math.max(-1, ...[...(knows.get(name) ?? [])].map(heightOf)) + 1;
  for (const name of [...knows.keys()].sort()) (floors[heightOf(name)] ??= []).push(name);
  return floors.toReversed();
}

/** From below: each room stands above the middle of what it knows, as far as there is room. */
function placesOf(floors: readonly (readonly string[])[], knows: Knows): Map<string, Place> {
  const at = new Map<string, Place>();
  const middle = (name: string): number => {
    const below = direct(knows, knows.get(name) ?? new Set());
    return below.reduce((total, other) => total + (at.get(other)?.x ?? 0), 0) / below.length;
  };
  for (const [index, names] of [...floors.entries()].toReversed()) {
    const isOfVscode = (name: string): boolean => name.startsWith('vscode/');
    for (const { from, to, own } of [
      { ...LEFT, own: names.filter((name) => !isOfVscode(name)) },
      { ...RIGHT, own: names.filter(isOfVscode) },
    ]) {
      const sorted = own.toSorted((a, b) => middle(a) - middle(b) || (a < b ? -1 : 1));
      const step = (to - from) / sorted.length;
      for (const [number, name] of sorted.entries()) {
        at.set(name, { x: Math.round(from + step * (number + 0.5)), y: MARGIN + index * FLOOR });
      }
    }
  }
  return at;
}

/** Of these, the ones that none of the others knows, itself or by way of more. */
function direct(knows: Knows, names: ReadonlySet<string>): readonly string[] {
  const reaches = (from: string, to: string): boolean =>
    [...(knows.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...names].filter((name) => ![...names].some((other) => reaches(other, name)));
}

function line(from: Place | undefined, to: Place | undefined): string {
  if (from === undefined || to === undefined) return '';
  const [top, bottom] = [from.y + BOX.height, to.y];
  const half = (top + bottom) / 2;
  return `<path d="M${from.x},${top} C${from.x},${half} ${to.x},${half} ${to.x},${bottom}"/>`;
}

function box(name: string, { x, y }: Place): string {
  const { width, height } = BOX;
  const rect = `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${height}" rx="6"/>`;
  return `${rect}<text x="${x}" y="${y + 22}">${name}</text>`;
}
