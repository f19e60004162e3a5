import type { FindResult } from './find.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';

const goals = { keystroke: 50, expand: 30, hover: 1 };
const ms = (value: number): string => `${value.toFixed(1)} ms`;

const us = (value: number): string => `${(value * 1000).toFixed(0)} µs`;

/** Measures lookups among 100,000 items, in a new database in `folder`. */
export async function findRows(folder: string, rounds: number): Promise<Row[]> {
  const result = await resultOf<FindResult>('find', String(rounds), folder);
  const {
    keystroke,
    worstKeystroke,
    scan,
    worstScan,
    handOver,
    expand,
    expandPlain,
    hover,
    hoverMiss,
  } = result;
  return [
    {
      what: 'Go to Tag, 100,000 items: median of a keystroke',
      measured: ms(keystroke),
      goal: `<= ${goals.keystroke} ms`,
      isMet: keystroke <= goals.keystroke,
    },
    {
      what: '  the same: worst keystroke',
      measured: ms(worstKeystroke),
      goal: `<= ${goals.keystroke} ms`,
      isMet: worstKeystroke <= goals.keystroke,
    },
    {
      what: '  the same by a plain scan for each keystroke',
      measured: `${ms(scan)}, worst ${ms(worstScan)}`,
      goal: 'above ours',
      isMet: scan > keystroke && worstScan > worstKeystroke,
    },
    {
      what: '  writing all items as a message to VS Code, without sending it',
      measured: ms(handOver),
      goal: 'above ours',
      isMet: handOver > keystroke,
    },
    {
      what: '  the index, read in slices at the first use',
      measured: `${result.index.toFixed(0)} ms, ${result.indexMB.toFixed(0)} MB`,
    },
    {
      what: 'children of a folder of 1,000, sorted by Last Seen, filtered',
      measured: `${ms(expand)} (${ms(expandPlain)} by name, unfiltered)`,
      goal: `<= ${goals.expand} ms`,
      isMet: expand <= goals.expand,
    },
    {
      what: 'hover on an ID, 100,000 tags, 1,000 renames, a line of 1 MB',
      measured: `${us(hover)} (${us(hoverMiss)} where there is no tag)`,
      goal: `<= ${goals.hover} ms`,
      isMet: Math.max(hover, hoverMiss) <= goals.hover,
    },
  ];
}
