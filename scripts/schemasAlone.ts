import type { Plugin } from 'esbuild';

const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/**
 * Each schema of zod can also be written as a JSON schema, which nobody asks for here: a fifth of its code. The build
 * fails when zod has that elsewhere.
 */
export function schemasAlone(): Plugin {
  return {
    name: 'schemas-alone',
    setup(build) {
      const met = new Set<string>();
      build.onStart(() => met.clear());
      build.onLoad({ filter: writers }, ({ path }) => {
        met.add(path);
        return { contents: 'module.exports = {};', loader: 'js' };
      });
      build.onEnd(() => {
        if (met.size === 2) return undefined;
        return {
          errors: [{ text: "zod's JSON schemas would be bundled: scripts/schemasAlone.ts" }],
        };
      });
    },
  };
}
