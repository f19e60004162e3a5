import { dirname, resolve, sep } from 'node:path';
import type { Plugin } from 'esbuild';

const replacement = `
const Agent = require('./dispatcher/agent');
let dispatcher;
exports.getGlobalDispatcher = () => (dispatcher ??= new Agent());
exports.setGlobalDispatcher = (agent) => { dispatcher = agent; };
exports.installedExports = [];
`;

const undiciFolder = `${sep}node_modules${sep}undici${sep}`;
const globalFile = ['', 'node_modules', 'undici', 'lib', 'global'].join(sep);

/**
 * Loading undici writes its agent into process-wide slots, after which the built-in fetch of every
 * extension in the same host goes through it. This keeps the agent inside the bundle. The build
 * fails when undici's file is not met, so that an upgrade cannot undo this unnoticed.
 */
export function privateUndici(): Plugin {
  return {
    name: 'private-undici',
    setup(build) {
      let met = false;
      build.onStart(() => {
        met = false;
      });
      build.onResolve({ filter: /\/global(\.js)?$/ }, (request) => {
        if (!request.importer.includes(undiciFolder)) return undefined;
        const path = resolve(request.resolveDir, request.path).replace(/\.js$/, '');
        return path.endsWith(globalFile)
          ? { path: `${path}.js`, namespace: 'private-undici' }
          : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: 'private-undici' }, ({ path }) => {
        met = true;
        return { contents: replacement, loader: 'js', resolveDir: dirname(path) };
      });
      build.onEnd(({ metafile }) => {
        const inputs = Object.keys(metafile?.inputs ?? {});
        const original = inputs.find(
          (input) =>
            input.endsWith('node_modules/undici/lib/global.js') &&
            !input.startsWith('private-undici:'),
        );
        if (met && original === undefined) return undefined;
        return {
          errors: [
            { text: "undici's lib/global.js was not replaced: see scripts/privateUndici.ts" },
          ],
        };
      });
    },
  };
}
