/**
 * Returns the command that starts npm without a shell: the script of the npm that started this process, run by this Node.
 */
export function npmCommand(): readonly [command: string, ...args: string[]] {
  const script = process.env['npm_execpath'];
  return script?.endsWith('npm-cli.js') === true ? [process.execPath, script] : ['npm'];
}
