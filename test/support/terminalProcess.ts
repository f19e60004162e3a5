import { createRequire } from 'node:module';

/**
 * A terminal with a command in it: `terminalProcess.ts <node-pty> <command> [args]`. Killed, it is a window that closes: the
 * kernel hangs up on whatever runs in it.
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
