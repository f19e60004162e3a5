import { OwnedProcess } from '../../support/ownedProcess.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/**
 * Code of a process that only SIGKILL ends, and that starts another such process. Both listen on a
 * port, so that the test can detect their end.
 */
const stubborn = `
const { createServer } = require('node:net');
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
const server = createServer(() => {}).listen(0, '127.0.0.1', () => {
  console.log('port ' + server.address().port);
});
const [, code] = process.argv;
if (code) require('node:child_process').spawn(process.execPath, ['-e', code], { stdio: 'inherit' });
`;

// Owns a temporary folder and the two processes, and prints their location and ports for the test.
const folder = temporaryFolder('owned');
const owned = new OwnedProcess(process.execPath, ['-e', stubborn, stubborn]);
const [, first, second] = await owned.waitForOutput(/port (\d+)\s+port (\d+)/);
console.log(JSON.stringify({ folder: folder.path, ports: [Number(first), Number(second)] }));
await owned.exited;
