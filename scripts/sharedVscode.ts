import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const NAMESPACE_IMPORT = /^import \* as vscode from 'vscode';$/m;
const NAMED_IMPORT = /^import (\{[^}]*\}) from 'vscode';$/m;

/**
 * Makes all modules of a bundle share one `vscode`. By default esbuild requires `vscode` once for each importing file
 * and copies the whole interface each time, which takes most of the load time of the bundle.
 */
export function sharedVscode(): Plugin {
  return {
    name: 'shared-vscode',
    setup(build) {
      build.initialOptions.banner = { js: `"use strict";const vscode=require("vscode");` };
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        // Each replacement keeps the line breaks of the import, so that line numbers stay the same.
        const contents = source
          .replace(NAMESPACE_IMPORT, '')
          .replace(NAMED_IMPORT, 'const $1 = vscode;');
        return { contents, loader: 'ts' };
      });
    },
  };
}
