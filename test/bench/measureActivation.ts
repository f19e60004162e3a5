import { median, rotated } from './numbers.ts';
import { probeWindow } from './probeWindow.ts';

/** Times in ms to load the code, call `activate` and settle its promise, as VS Code reports them. */
interface Activation {
  load: number;
  call: number;
  finish: number;
  total: number;
}

/**
 * Activates the extensions in fresh windows, in turns.
 * @returns the medians by extension
 */
export async function measureActivation(
  extension: string,
  ids: readonly string[],
  windows: number,
): Promise<Map<string, Activation>> {
  const runs: Map<string, Activation>[] = [];
  for (let window = 0; window < windows; window += 1) {
    runs.push(await activateIn(extension, rotated(ids, window)));
  }
  const medianOf = (id: string, key: keyof Activation): number =>
    median(runs.map((run) => run.get(id)?.[key] ?? Number.NaN));
  const medians = (id: string): Activation => ({
    load: medianOf(id, 'load'),
    call: medianOf(id, 'call'),
    finish: medianOf(id, 'finish'),
    total: medianOf(id, 'total'),
  });
  return new Map(ids.map((id) => [id, medians(id)]));
}

async function activateIn(extension: string, order: string[]): Promise<Map<string, Activation>> {
  const report = await probeWindow(extension, 'activationProbe', order);
  return new Map(order.map((id) => [id, activation(report, id)]));
}

/** Reads `| id | eager | load | call | finish | …`. */
function activation(report: string, id: string): Activation {
  const row = report.split('\n').find((line) => line.startsWith(`| ${id} `));
  const cells = row?.split('|').map((cell) => cell.trim()) ?? [];
  const [load = Number.NaN, call = Number.NaN, finish = Number.NaN] = cells.slice(3, 6).map(Number);
  const total = load + call + finish;
  if (Number.isNaN(total)) throw new Error(`VS Code has no times of ${id}.`);
  return { load, call, finish, total };
}
