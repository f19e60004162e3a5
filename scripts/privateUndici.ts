import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

/**
 * Source of the module that replaces undici's own `index.js`. It exports only what `src/service`
 * uses. Of the API calls, only `connect` is added to dispatchers; a proxy needs it for its tunnel.
 */
const INDEX_SOURCE = `
require('./lib/dispatcher/dispatcher').prototype.connect = require('./lib/api/api-connect');
exports.Pool = require('./lib/dispatcher/pool');
exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
`;

/**
 * Source of a module that reads the HTTP parser from a file. As text in the bundle, the parser
 * would take a third more space in the VSIX.
 */
const PARSER_SOURCE = `
const file = require('node:path').join(__dirname, require('./llhttp.wasm'));
module.exports = require('node:fs').readFileSync(file);
`;

const throwAbsent = (name: string): string => `throw new Error('${name} is not in this bundle');`;

/**
 * Files of undici, with their replacements. Request bodies are strings, so none is a form; every
 * connection is HTTP/1.1 (`src/service/transport/originPool.ts`); proxies other than HTTP are
 * rejected before undici sees them (`src/service/transport/proxy.ts`); and every processor that
 * runs this VS Code supports SIMD, so the parser without SIMD is never needed.
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  'index.js': INDEX_SOURCE,
  'lib/llhttp/llhttp_simd-wasm.js': PARSER_SOURCE,
  'lib/llhttp/llhttp-wasm.js': `module.exports = require('./llhttp_simd-wasm.js');`,
  'lib/web/fetch/body.js': throwAbsent('FormData'),
  'lib/web/fetch/formdata.js': throwAbsent('FormData'),
  'lib/web/webidl/index.js': throwAbsent('FormData'),
  'lib/dispatcher/client-h2.js': `module.exports = () => { ${throwAbsent('HTTP/2')} };`,
  'lib/dispatcher/socks5-proxy-agent.js': `module.exports = class { constructor() { ${throwAbsent('SOCKS')} } };`,
};

const PARSER_CONSTANTS = 'lib/llhttp/constants.js';

/** Returns the source of a replacement for `PARSER_CONSTANTS` that has only the two tables that the client reads. */
function parserConstants(path: string): string {
  const { TYPE, ERROR } = createRequire(import.meta.url)(path) as Record<string, unknown>;
  return `module.exports = ${JSON.stringify({ TYPE, ERROR })};`;
}

const inUndici = ['', 'node_modules', 'undici', ''].join(sep);
const base64 = /'(?<text>[A-Za-z\d+/]{1000,}=*)'/;

/**
 * Bundles the pools of undici and their dependencies only, without the file that sets the process-wide agent. Loading
 * the full undici sets that agent, after which the built-in fetch of every extension in the same host uses it. Fetch,
 * caches, mocks and other unused code are left out too, which saves a quarter of the bundle. The build fails if that
 * file is bundled, or if a file to be replaced is missing, so that an upgrade cannot break this unnoticed.
 */
export function privateUndici(): Plugin {
  return {
    name: 'private-undici',
    setup(build) {
      const replacedFiles = new Set<string>();
      Object.assign(build.initialOptions, { assetNames: '[name]' });
      build.onStart(() => replacedFiles.clear());
      build.onLoad({ filter: /[\\/]undici[\\/].*\.js$/ }, ({ path }) => {
        const name = path.slice(path.lastIndexOf(inUndici) + inUndici.length).replaceAll(sep, '/');
        const contents = name === PARSER_CONSTANTS ? parserConstants(path) : REPLACEMENTS[name];
        if (!path.includes(inUndici) || contents === undefined) return undefined;
        replacedFiles.add(name);
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
        const missingFiles = [PARSER_CONSTANTS, ...Object.keys(REPLACEMENTS)].filter(
          (name) => !replacedFiles.has(name),
        );
        if (missingFiles.length === 0 && !isGlobal) return undefined;
        const problem = isGlobal
          ? "undici's process-wide agent"
          : `undici's own ${missingFiles.join(', ')}`;
        return { errors: [{ text: `${problem} would be bundled: see scripts/privateUndici.ts` }] };
      });
    },
  };
}

/**
 * Reads the HTTP parser from the script of undici that contains the parser as base64.
 * @param path path of the parser as a file of its own next to the script of undici. undici has no such file.
 */
async function wasm(path: string): Promise<OnLoadResult> {
  const script = await readFile(path.replace(/\.wasm$/, '_simd-wasm.js'), 'utf8');
  const text = base64.exec(script)?.groups?.['text'];
  if (text === undefined)
    return { errors: [{ text: 'The parser of undici has another form now.' }] };
  return { contents: Buffer.from(text, 'base64'), loader: 'file' };
}
