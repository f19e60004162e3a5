import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

/**
 * Everything of undici that `src/service` uses. `connect` is the only call added to a dispatcher; a
 * proxy uses it for its tunnel.
 */
const index = `
require('./lib/dispatcher/dispatcher').prototype.connect = require('./lib/api/api-connect');
exports.Pool = require('./lib/dispatcher/pool');
exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
`;

/** Loads the HTTP parser from a file: as text in the bundle it takes a third more of the VSIX. */
const parser = `
const file = require('node:path').join(__dirname, require('./llhttp.wasm'));
module.exports = require('node:fs').readFileSync(file);
`;

const absent = (name: string): string => `throw new Error('${name} is not in this bundle');`;

/**
 * Files of undici, with their replacements. Request bodies are strings, so none is a form; every
 * connection is HTTP/1.1 (`src/service/transport/originPool.ts`); proxies other than HTTP are
 * rejected before undici sees them (`src/service/transport/proxy.ts`); and every processor that
 * runs this VS Code supports SIMD, so the parser without SIMD is never needed.
 */
const replaced: Readonly<Record<string, string>> = {
  'index.js': index,
  'lib/llhttp/llhttp_simd-wasm.js': parser,
  'lib/llhttp/llhttp-wasm.js': `module.exports = require('./llhttp_simd-wasm.js');`,
  'lib/web/fetch/body.js': absent('FormData'),
  'lib/web/fetch/formdata.js': absent('FormData'),
  'lib/web/webidl/index.js': absent('FormData'),
  'lib/dispatcher/client-h2.js': `module.exports = () => { ${absent('HTTP/2')} };`,
  'lib/dispatcher/socks5-proxy-agent.js': `module.exports = class { constructor() { ${absent('SOCKS')} } };`,
};

const PARSER_NUMBERS = 'lib/llhttp/constants.js';

/** Returns a module with the only two of its many tables that the client reads. */
function parserNumbers(path: string): string {
  const { TYPE, ERROR } = createRequire(import.meta.url)(path) as Record<string, unknown>;
  return `module.exports = ${JSON.stringify({ TYPE, ERROR })};`;
}

const inUndici = ['', 'node_modules', 'undici', ''].join(sep);
const base64 = /'(?<text>[A-Za-z\d+/]{1000,}=*)'/;

/**
 * Bundles the pools of undici and their dependencies only, without the file that sets the
 * process-wide agent. Loading the full undici sets that agent, after which the built-in fetch of
 * every extension in the same host uses it. Fetch, caches, mocks and other unused code are left out
 * too, which saves a quarter of the bundle. The build fails if that file is bundled, or if a file
 * to be replaced is missing, so that an upgrade cannot break this unnoticed.
 */
export function privateUndici(): Plugin {
  return {
    name: 'private-undici',
    setup(build) {
      const found = new Set<string>();
      Object.assign(build.initialOptions, { assetNames: '[name]' });
      build.onStart(() => found.clear());
      build.onLoad({ filter: /[\\/]undici[\\/].*\.js$/ }, ({ path }) => {
        const name = path.slice(path.lastIndexOf(inUndici) + inUndici.length).replaceAll(sep, '/');
        const contents = name === PARSER_NUMBERS ? parserNumbers(path) : replaced[name];
        if (!path.includes(inUndici) || contents === undefined) return undefined;
        found.add(name);
        return { contents, loader: 'js' };
      });
      build.onResolve({ filter: /^\.\/llhttp\.wasm$/ }, ({ path, resolveDir }) => ({
        path: [resolveDir, path.slice(2)].join(sep),
        namespace: 'wasm',
      }));
      build.onLoad({ filter: /\.wasm$/, namespace: 'wasm' }, ({ path }) => wasm(path));
      build.onEnd(({ metafile }) => {
        const inputs = Object.keys(metafile?.inputs ?? {});
        const isGlobal = inputs.some((input) =>
          input.endsWith('node_modules/undici/lib/global.js'),
        );
        const missed = [PARSER_NUMBERS, ...Object.keys(replaced)].filter(
          (name) => !found.has(name),
        );
        if (missed.length === 0 && !isGlobal) return undefined;
        const what = isGlobal ? "undici's process-wide agent" : `undici's own ${missed.join(', ')}`;
        return { errors: [{ text: `${what} would be bundled: see scripts/privateUndici.ts` }] };
      });
    },
  };
}

/**
 * @param path path of a file that undici does not have; the script with its content as base64 is
 * next to this path
 */
async function wasm(path: string): Promise<OnLoadResult> {
  const script = await readFile(path.replace(/\.wasm$/, '_simd-wasm.js'), 'utf8');
  const text = base64.exec(script)?.groups?.['text'];
  if (text === undefined)
    return { errors: [{ text: 'The parser of undici has another form now.' }] };
  return { contents: Buffer.from(text, 'base64'), loader: 'file' };
}
