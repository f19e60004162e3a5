import type { Plugin } from 'esbuild';

const SCHEMA_WRITERS =
  /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/;

/**
 * Removes the JSON schema writers of zod, which are unused here and a fifth of its code. The build
 * fails if zod has moved these files.
 */
export function removeZodJsonSchemas(): Plugin {
  return {
    name: 'schemas-alone',
    setup(build) {
      const removedFiles = new Set<string>();
      build.onStart(() => removedFiles.clear());
      build.onLoad({ filter: SCHEMA_WRITERS }, ({ path }) => {
        removedFiles.add(path);
        return { contents: 'module.exports = {};', loader: 'js' };
      });
      build.onEnd(() => {
        if (removedFiles.size === 2) return undefined;
        return {
          errors: [{ text: "zod's JSON schemas would be bundled: scripts/schemasAlone.ts" }],
        };
      });
    },
  };
}
