import { sep } from 'node:path';
import type { Plugin } from 'esbuild';

/** All of undici that `src/http` uses. A proxy's tunnel is made with the calls that its index gives a dispatcher. */
const replacement = `
Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'));
exports.Pool = require('./lib/dispatcher/pool');
exports.ProxyAgent = require('./lib/dispatcher/proxy-agent');
`;

const index = ['', 'node_modules', 'undici', 'index.js'].join(sep);

/**
 * Loading undici as it is writes its agent into process-wide slots, after which the built-in fetch of every extension
 * in the same host goes through it. This bundles the pools and what they need, without the file that does so, and
 * without fetch, caches and mocks: a third of the bundle. The build fails when that file is met, or the index is not,
 * so that an upgrade cannot undo this unnoticed.
 */
export function privateUndici(): Plugin {
  return {
    name: 'private-undici',
    setup(build) {
      let met = false;
      build.onStart(() => {
        met = false;
      });
      build.onLoad({ filter: /[\\/]undici[\\/]index\.js$/ }, ({ path }) => {
        if (!path.endsWith(index)) return undefined;
        met = true;
        return { contents: replacement, loader: 'js' };
      });
      build.onEnd(({ metafile }) => {
        const inputs = Object.keys(metafile?.inputs ?? {});
        const isGlobal = inputs.some((input) =>
          input.endsWith('node_modules/undici/lib/global.js'),
        );
        if (met && !isGlobal) return undefined;
        const text = "undici's process-wide agent would be bundled: see scripts/privateUndici.ts";
        return { errors: [{ text }] };
      });
    },
  };
}
