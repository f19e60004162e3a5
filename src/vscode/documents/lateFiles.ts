import * as vscode from 'vscode';
import { RUN_SCHEME, USER_TAGS_SCHEME } from '../../surface/manifest.ts';

/** What VS Code asks of files that nobody but their own command makes. */
export type FileAccess = {
  [K in 'stat' | 'readFile' | 'writeFile']: vscode.FileSystemProvider[K];
};

/** VS Code asks for restored documents right after activation; what answers is loaded then. */
export function registerLateFiles(
  changed: vscode.EventEmitter<vscode.FileChangeEvent[]>,
  open: () => Promise<FileAccess>,
): vscode.Disposable {
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose: () => undefined }),
    stat: async (uri) => (await open()).stat(uri),
    readFile: async (uri) => (await open()).readFile(uri),
    writeFile: async (...call) => (await open()).writeFile(...call),
    readDirectory: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  return vscode.workspace.registerFileSystemProvider(USER_TAGS_SCHEME, provider);
}

/** The results of runs; a window that is opened again may show them. */
export function registerLateRuns(
  changed: vscode.EventEmitter<vscode.Uri>,
  textOf: (uri: vscode.Uri) => Promise<string>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RUN_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: textOf,
  });
}
