import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const whole = /^import \* as vscode from 'vscode';$/m;
const named = /^import (\{[^}]*\}) from 'vscode';$/m;

/**
 * Makes all modules of a bundle share one `vscode`. On its own esbuild requires it once for each importing
 * file and copies the whole interface each time, which takes most of the time of loading the bundle.
 */
export function sharedVscode(): Plugin {
  return {
    name: 'shared-vscode',
    setup(build) {
      build.initialOptions.banner = { js: `"use strict";const vscode=require("vscode");` };
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        // Line by line, so that line numbers stay.
        const contents = source.replace(whole, '').replace(named, 'const $1 = vscode;');
        return { contents, loader: 'ts' };
      });
    },
  };
}
