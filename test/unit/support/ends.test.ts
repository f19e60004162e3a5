import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import { npmCommand } from '../../support/npmCommand.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';

const OWNER = join(import.meta.dirname, 'ownerProcess.ts');

/** Starts a command in its own process group, like a terminal does. */
function start(command: string, args: readonly string[], env = process.env): ChildProcess {
  const child = spawn(command, args, {
    cwd: projectRoot,
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onCleanup(() => void child.kill('SIGKILL'));
  return child;
}

/** Returns the match of the first output line that matches. */
async function waitForLine(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  assert.ok(child.stdout);
  for await (const text of createInterface(child.stdout)) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  throw new Error(`the process ended without printing ${pattern}`);
}

/** Connects to a port. `ended` resolves when the process that listens there ends. */
async function connectToPort(port: number): Promise<{ ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  onCleanup(() => void socket.destroy());
  await once(socket, 'connect');
  // The connection may also be reset.
  socket.on('error', () => undefined);
  return { ended: new Promise((resolve) => socket.once('close', resolve)) };
}

describe('Processes that scripts start', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    it(`end with their owner, as do their folders: ${signal}`, async () => {
      const owner = start(process.execPath, [OWNER]);
      const [text] = await waitForLine(owner, /^\{.*/);
      const { folder, ports } = JSON.parse(text) as { folder: string; ports: number[] };
      assert.ok(existsSync(folder));
      const ends = await Promise.all(ports.map(connectToPort));
      owner.kill(signal);
      await Promise.all(ends.map(({ ended }) => ended));
      while (existsSync(folder)) await setTimeout(20);
    });
  }

  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const) {
    it(`end with npm: ${signal}`, async () => {
      const [npm, ...args] = npmCommand();
      const sandbox = start(npm, [...args, 'run', 'sandbox', '--', '--port', '0']);
      const [, port] = await waitForLine(sandbox, /^BOT_TAGS_BASE_URL=.*:(\d+)$/);
      const { ended } = await connectToPort(Number(port));
      sandbox.kill(signal);
      await ended;
    });
  }
});
