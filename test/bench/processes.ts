import { join } from 'node:path';
import { OwnedProcess } from '../support/ownedProcess.ts';

export const scriptPath = (name: string): string => join(import.meta.dirname, `${name}.ts`);

/**
 * Runs a script in a fresh process.
 * @returns the line of JSON that the script prints
 */
export async function resultOf<T>(name: string, ...args: readonly string[]): Promise<T> {
  const child = new OwnedProcess(process.execPath, [scriptPath(name), ...args]);
  try {
    const [line] = await child.waitForOutput(/^[{[].*[}\]]$/m, 5 * 60_000);
    return JSON.parse(line) as T;
  } finally {
    await child.stop();
  }
}

/** Runs a server of `pages` pages, with `latency` ms before each answer, while `use` runs. */
export async function withServer<T>(
  { pages, latency }: { readonly pages: number; readonly latency: number },
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const args = [scriptPath('pageServer'), String(pages), String(latency)];
  const server = new OwnedProcess(process.execPath, args);
  try {
    const [, port] = await server.waitForOutput(/serving on (\d+)/);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
  }
}

/** Numbers of rounds: `ours` of the product and a bare client, `peers` of the programs that they are compared with. */
export interface Rounds {
  readonly ours: number;
  readonly peers: number;
}
