/** How npm is started without a shell: the one that started this, as a script for this Node. */
export function npmCommand(): readonly [command: string, ...args: string[]] {
  const script = process.env['npm_execpath'];
  return script?.endsWith('npm-cli.js') === true ? [process.execPath, script] : ['npm'];
}
