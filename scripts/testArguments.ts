interface TestArguments {
  /** The VSIX and dist/ are there, and new: nothing is built, as other tests may be reading them. */
  readonly isPackaged: boolean;
  readonly isDesktop: boolean;
  /** For mocha. */
  readonly rest: string[];
}

/** What host and e2e tests are to run in; from here on the environment says which VS Code that is. */
export function readTestArguments(given = process.argv.slice(2)): TestArguments {
  const names = ['--oldest', '--packaged', '--desktop'];
  if (given.includes('--oldest')) process.env['BOT_TAGS_VSCODE'] = 'oldest';
  return {
    isPackaged: given.includes('--packaged'),
    isDesktop: given.includes('--desktop'),
    rest: given.filter((argument) => !names.includes(argument)),
  };
}
