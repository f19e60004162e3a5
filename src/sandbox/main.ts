import { randomBytes } from 'node:crypto';
import { FOLDER } from '../base/model.ts';
import { bearer, connectionLines } from '../service/tokenText.ts';
import { CLI_HELP, type CliOptions, readCliOptions } from './cliOptions.ts';
import { SWITCHES_PATH } from './route.ts';
import type { Sandbox } from './startSandbox.ts';
import { isProcess } from '../catalogue/livingOwner.ts';
import { codeOf, messageOf } from '../base/errors.ts';

/** Interval between two checks whether the parent process is alive, in ms. */
const CHECK_INTERVAL_MS = 500;

/** Calls `end` when the parent process has ended, because a killed test cannot stop its sandbox. */
function endWithParent(end: () => void): void {
  const parentId = process.ppid;
  const timer = setInterval(() => {
    // On some systems, `ppid` does not change when the parent ends.
    if (process.ppid === parentId && isProcess(parentId)) return;
    clearInterval(timer);
    end();
  }, CHECK_INTERVAL_MS);
  timer.unref();
}

/** Exit code for invalid arguments. */
const BAD_ARGUMENTS = 2;

function readOptions(): CliOptions | undefined {
  try {
    return readCliOptions(process.argv.slice(2));
  } catch (error) {
    const reason = messageOf(error);
    process.stderr.write(`sandbox: ${reason}\nTry --help.\n`);
    process.exitCode = BAD_ARGUMENTS;
    return undefined;
  }
}

function banner(sandbox: Sandbox): string {
  const { baseUrl, botId, token } = sandbox;
  const itemLines = sandbox
    .items()
    .slice(0, 10)
    .map(({ id, name, type }) => {
      return `  ${id}  ${type === FOLDER ? 'folder' : 'tag   '}  ${name}`;
    });
  const headers = `-H "Authorization: ${bearer(token)}" -H "Content-Type: application/json"`;
  const query = `botId=${encodeURIComponent(botId)}&limit=3`;
  return `Sandbox service. Press Ctrl+C to stop it.

${connectionLines(sandbox).join('\n')}

Some of its tags and folders:
${itemLines.join('\n')}

Try it:
  curl ${headers} "${baseUrl}/v1/api/bot/customers?${query}"

Switches, to read (GET) or change (PUT):
  ${baseUrl}${SWITCHES_PATH}
`;
}

function startProblemText(error: unknown, port: number): string {
  const code = codeOf(error);
  if (code === 'EADDRINUSE')
    return `port ${port} is in use; choose another --port, or 0 for a free port`;
  if (code === 'EACCES') return `port ${port} is not allowed; choose a --port above 1023`;
  return messageOf(error);
}

async function run({ port, token, switches, ...options }: CliOptions): Promise<void> {
  const secret = token ?? randomBytes(24).toString('base64url');
  try {
    // Loaded only when the sandbox starts: `--help` and wrong arguments do not need the extension's bundle.
    const { startSandbox, switchesIn } = await import('./startSandbox.ts');
    const sandboxOptions = { ...options, port, token: secret, switches: switchesIn(switches) };
    const sandbox = await startSandbox(sandboxOptions);
    endWithParent(() => void sandbox.close());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void sandbox.close());
    }
    process.stdout.write(banner(sandbox));
  } catch (error) {
    process.stderr.write(`sandbox: ${startProblemText(error, port)}\n`);
    process.exitCode = error instanceof RangeError ? BAD_ARGUMENTS : 1;
  }
}

const options = readOptions();
if (options?.help) process.stdout.write(CLI_HELP);
else if (options) void run(options);
