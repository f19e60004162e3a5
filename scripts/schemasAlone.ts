import type { Plugin } from 'esbuild';

const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/**
 * Removes the JSON schema writers of zod, which are unused here and a fifth of its code. The build
 * fails if zod has moved these files.
 */
export function removeZodJsonSchemas(): Plugin {
  return {
    name: 'schemas-alone',
    setup(build) {
      const found = new Set<string>();
      build.onStart(() => found.clear());
      build.onLoad({ filter: writers }, ({ path }) => {
        found.add(path);
        return { contents: 'module.exports = {};', loader: 'js' };
      });
      build.onEnd(() => {
        if (found.size === 2) return undefined;
        return {
          errors: [{ text: "zod's JSON schemas would be bundled: scripts/schemasAlone.ts" }],
        };
      });
    },
  };
}
