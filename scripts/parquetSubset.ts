import { sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Files of hyparquet-writer that exports do not use, with their functions: other column types and encodings, and
 * `dremel.js`, which computes the levels of nested values (`src/exports/parquet/leaf.ts` does this itself).
 */
const UNUSED_FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  'bloom.js': ['BloomBuilder'],
  'delta.js': ['deltaBinaryPack', 'deltaByteArray', 'deltaLengthByteArray'],
  'dremel.js': ['encodeNestedValues'],
  'geospatial.js': ['geospatialStatistics'],
  'splitstream.js': ['writeByteStreamSplit'],
  'variant.js': ['autoDetectShredding', 'encodeVariantColumn', 'normalizeShreddingConfig'],
  'wkb.js': ['geojsonToWkb'],
};

/** Source of the function that writes Bloom filters at the end of a file. Without a `BloomBuilder`, there are none. */
const NO_BLOOMS = 'export function writeBlooms() {}';

const FILE_OF_WRITER = /[\\/]hyparquet-writer[\\/]src[\\/]\w+\.js$/;

/** Returns the source of a file whose exported functions throw. */
function unusedFile(name: string, functions: readonly string[]): string {
  const sources = functions.map(
    (called) =>
      `export function ${called}() { throw new Error('${called} is not in this bundle'); }`,
  );
  return [...sources, ...(name === 'bloom.js' ? [NO_BLOOMS] : [])].join('\n');
}

/**
 * Bundles hyparquet-writer without the files in `UNUSED_FUNCTIONS`, which are a quarter of the bundle. The build fails
 * if one of them is missing.
 */
export function parquetSubset(): Plugin {
  return {
    name: 'parquet-subset',
    setup(build) {
      const replacedFiles = new Set<string>();
      build.onStart(() => replacedFiles.clear());
      build.onLoad({ filter: FILE_OF_WRITER }, ({ path }) => {
        const name = path.slice(path.lastIndexOf(sep) + 1);
        const functions = UNUSED_FUNCTIONS[name];
        if (functions === undefined) return undefined;
        replacedFiles.add(name);
        return { contents: unusedFile(name, functions), loader: 'js' };
      });
      build.onEnd(() => {
        const missingFiles = Object.keys(UNUSED_FUNCTIONS).filter(
          (name) => !replacedFiles.has(name),
        );
        if (missingFiles.length === 0) return undefined;
        const text = `hyparquet-writer has no ${missingFiles.join(', ')}: see scripts/parquetSubset.ts`;
        return { errors: [{ text }] };
      });
    },
  };
}
