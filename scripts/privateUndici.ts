import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

/** All of undici that `src/service` uses. A proxy's tunnel is made with the one call that a dispatcher is given here. */
const index = `
require('./lib/dispatcher/dispatcher').prototype.connect = require('./lib/api/api-connect');
exports.Pool = require('./lib/dispatcher/pool');
exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
`;

/** The parser of HTTP, read from a file of its own: as text in the bundle it takes a third more of the VSIX. */
const parser = `
const file = require('node:path').join(__dirname, require('./llhttp.wasm'));
module.exports = require('node:fs').readFileSync(file);
`;

const absent = (name: string): string => `throw new Error('${name} is not in this bundle');`;

/**
 * Files of undici, with what stands in their place. Bodies are texts here, so none is a form; every
 * connection is HTTP/1.1 (`src/service/transport/originPool.ts`); proxies of other kinds
 * than HTTP are refused before undici hears of them (`src/service/transport/proxy.ts`); and every processor that runs
 * this VS Code has the SIMD of the one parser, in whose absence the other would be loaded.
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

/** The two of its many tables that the client reads. */
function parserNumbers(path: string): string {
  const { TYPE, ERROR } = createRequire(import.meta.url)(path) as Record<string, unknown>;
  return `module.exports = ${JSON.stringify({ TYPE, ERROR })};`;
}

const inUndici = ['', 'node_modules', 'undici', ''].join(sep);
const base64 = /'(?<text>[A-Za-z\d+/]{1000,}=*)'/;

/**
 * Loading undici as it is writes its agent into process-wide slots, after which the built-in fetch of every extension
 * in the same host goes through it. This bundles the pools and what they need, without the file that does so, and
 * without fetch, caches, mocks and what else nobody calls: a quarter of the bundle. The build fails when that file is
 * met, or one to be replaced is not, so that an upgrade cannot undo this unnoticed.
 */
export function privateUndici(): Plugin {
  return {
    name: 'private-undici',
    setup(build) {
      const met = new Set<string>();
      Object.assign(build.initialOptions, { assetNames: '[name]' });
      build.onStart(() => met.clear());
      build.onLoad({ filter: /[\\/]undici[\\/].*\.js$/ }, ({ path }) => {
        const name = path.slice(path.lastIndexOf(inUndici) + inUndici.length).replaceAll(sep, '/');
        const contents = name === PARSER_NUMBERS ? parserNumbers(path) : replaced[name];
        if (!path.includes(inUndici) || contents === undefined) return undefined;
        met.add(name);
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
        const missed = [PARSER_NUMBERS, ...Object.keys(replaced)].filter((name) => !met.has(name));
        if (missed.length === 0 && !isGlobal) return undefined;
        const what = isGlobal ? "undici's process-wide agent" : `undici's own ${missed.join(', ')}`;
        return { errors: [{ text: `${what} would be bundled: see scripts/privateUndici.ts` }] };
      });
    },
  };
}

/** @param path where undici has no such file, but a script with its text */
async function wasm(path: string): Promise<OnLoadResult> {
  const script = await readFile(path.replace(/\.wasm$/, '_simd-wasm.js'), 'utf8');
  const text = base64.exec(script)?.groups?.['text'];
  if (text === undefined)
    return { errors: [{ text: 'The parser of undici has another form now.' }] };
  return { contents: Buffer.from(text, 'base64'), loader: 'file' };
}
