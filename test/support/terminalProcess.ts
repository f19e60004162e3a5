import { createRequire } from 'node:module';

/**
 * Part of node-pty that this script uses. `terminalProcess.ts <node-pty> <command> [args]` runs a command in a terminal.
 * Killing the script is like closing a terminal window: the kernel sends a hangup signal to every process in it.
 */
interface Pty {
  spawn(
    command: string,
    args: string[],
    options: { readonly env: NodeJS.ProcessEnv },
  ): { onData(listener: (text: string) => void): void };
}

const [, , library = '', command = '', ...args] = process.argv;
const pty = createRequire(import.meta.url)(library) as Pty;
pty.spawn(command, args, { env: process.env }).onData((text) => void process.stdout.write(text));
