import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { WardenResource, WardenLine } from './wardenLines.ts';
import { hasTree, signalTree } from './signalTree.ts';

// The warden, which warden.ts starts as a separate process. It reads registrations until the tests end, which closes the
// pipe. Then it ends the processes and removes the folders that are still registered.

const gracePeriodMs = 8_000;
/** Resources that must not outlive the tests, by ID. */
const resources = new Map<number, WardenResource>();

// A signal sent to a whole group is meant for the other processes. The warden ignores it, to clean up after them.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

for await (const text of createInterface(process.stdin)) {
  const line = JSON.parse(text) as WardenLine;
  if (line.resource === undefined) resources.delete(line.id);
  else resources.set(line.id, line.resource);
}

const processes = [...resources.values()].filter((resource) => resource.kind === 'process');
for (const { pid, cleansUp } of processes) if (cleansUp) signalTree(pid, 'SIGTERM');
const deadline = Date.now() + gracePeriodMs;
while (processes.some(({ pid, cleansUp }) => cleansUp && hasTree(pid)) && Date.now() < deadline) {
  await setTimeout(50);
}
for (const { pid } of processes) signalTree(pid, 'SIGKILL');
for (const resource of resources.values()) {
  // Retries: a process that was just killed may still be writing.
  if (resource.kind === 'folder')
    rmSync(resource.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
