import { parseArgs } from 'node:util';

import {
  DEFAULT_SANDBOX_CUSTOMERS,
  MAX_SANDBOX_CUSTOMERS,
  SANDBOX_LANGUAGES,
  type SandboxLanguage,
} from './people.ts';

const MAX_PORT = 65_535;

export const CLI_HELP = `Runs the sandbox service on 127.0.0.1 until you press Ctrl+C or its parent process ends.

Usage: node sandboxCli.cjs [options]

  --port P        port to listen on (default: 0, a free port)
  --customers N   number of customers, up to ${MAX_SANDBOX_CUSTOMERS} (default: ${DEFAULT_SANDBOX_CUSTOMERS})
  --language L    language of most names: ${SANDBOX_LANGUAGES.join(' or ')} (default: en)
  --token T       API token that requests must have (default: a random token)
  --switch N=V    set a switch, such as lostEvery=30; repeat the option for more switches
  --help          show this help
`;

export interface CliOptions {
  readonly help: boolean;
  readonly port: number;
  readonly customers: number;
  readonly language: SandboxLanguage;
  readonly token: string | undefined;
  /** Switches, each as `name=value`. */
  readonly switches: readonly string[];
}

/** @throws an error with a message for the user */
export function readCliOptions(args: readonly string[]): CliOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      port: { type: 'string', default: '0' },
      customers: { type: 'string', default: String(DEFAULT_SANDBOX_CUSTOMERS) },
      language: { type: 'string', default: 'en' },
      token: { type: 'string' },
      switch: { type: 'string', multiple: true, default: [] },
    },
  });
  return {
    help: values.help,
    port: parseInteger('--port', values.port, MAX_PORT),
    customers: parseInteger('--customers', values.customers, MAX_SANDBOX_CUSTOMERS),
    language: parseLanguage(values.language),
    token: values.token === undefined ? undefined : requireSafeToken(values.token),
    switches: values.switch,
  };
}

function parseInteger(option: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new RangeError(`${option} must be an integer from 0 to ${max}, not '${text}'`);
}

function parseLanguage(text: string): SandboxLanguage {
  const language = SANDBOX_LANGUAGES.find((candidate) => candidate === text.toLowerCase());
  if (language !== undefined) return language;
  throw new RangeError(`--language must be ${SANDBOX_LANGUAGES.join(' or ')}, not '${text}'`);
}

/** Returns the token if it needs no quoting in a `Bearer` header (RFC 6750) or in a shell; otherwise throws. */
function requireSafeToken(text: string): string {
  if (/^[\w.~+/-]+=*$/.test(text)) return text;
  throw new RangeError('--token allows letters, digits and -._~+/ only, and = at the end');
}
