interface TestArguments {
  /** Whether VSIX and dist/ are up to date. If so, nothing is built: other tests may read them. */
  readonly isPackaged: boolean;
  readonly isDesktop: boolean;
  /** Remaining arguments, for mocha. */
  readonly rest: string[];
}

/** Parses arguments of host and e2e tests. `--oldest` sets `BOT_TAGS_VSCODE`. */
export function readTestArguments(commandLine = process.argv.slice(2)): TestArguments {
  const names = ['--oldest', '--packaged', '--desktop'];
  if (commandLine.includes('--oldest')) process.env['BOT_TAGS_VSCODE'] = 'oldest';
  return {
    isPackaged: commandLine.includes('--packaged'),
    isDesktop: commandLine.includes('--desktop'),
    rest: commandLine.filter((argument) => !names.includes(argument)),
  };
}
