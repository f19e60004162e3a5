import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { packagedVsix } from '../test/support/packagedVsix.ts';
import { startVscode } from '../test/support/webVscode.ts';
import './endWithNpm.ts';
import { packageVsix } from './package.ts';
import { packSandboxOpener } from './sandboxOpener.ts';
import { readTestArguments } from './testArguments.ts';

/**
 * Runs VS Code in the browser with the extension and a sandbox bot, in temporary folders, until
 * Ctrl-C is pressed or the terminal closes.
 */
const folder = temporaryFolder('start');
const { isPackaged } = readTestArguments();
const packed = isPackaged ? packagedVsix() : await packageVsix();
const vsix = [packed, await packSandboxOpener(folder.path)];
const product = await startVscode({ vsix });
console.log('\nVS Code is running with a sandbox bot in its tree; Ctrl-C stops it. Open:');
console.log(product.url);
await product.exited;
console.error(`VS Code ended:\n${product.logs()}`);
process.exit(1);
