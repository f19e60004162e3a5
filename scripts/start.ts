import { temporaryFolder } from '../test/support/temporaryFolder.ts';
import { startProduct } from '../test/support/webVscode.ts';
import { packageVsix } from './package.ts';
import { packSandboxOpener } from './sandboxOpener.ts';

/** VS Code in the browser with the extension and a sandbox bot, in fresh folders, until Ctrl-C. */
const folder = temporaryFolder('start');
const vsix = [await packageVsix(), await packSandboxOpener(folder.path)];
const product = await startProduct({ vsix });
console.log('\nVS Code is running with a sandbox bot in its tree; Ctrl-C stops it. Open:');
console.log(product.url);
await product.exited;
console.error(`VS Code ended:\n${product.logs()}`);
process.exit(1);
