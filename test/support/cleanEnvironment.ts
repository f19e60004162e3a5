const foreign = /^(VSCODE_|ELECTRON_|PORT$|PASSWORD$|HASHED_PASSWORD$|CODE_SERVER_|CS_)/;

/** This environment without what a VS Code that we run inside, or a code-server, would read. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
