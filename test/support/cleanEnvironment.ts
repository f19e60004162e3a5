const foreign = /^(VSCODE_|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$|CODE_SERVER_|CS_)/;

/** Returns this environment without variables that would affect a VS Code or code-server started from this process. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
