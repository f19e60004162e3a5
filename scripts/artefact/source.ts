import { execFileSync } from 'node:child_process';
import { projectRoot } from '../projectRoot.ts';

interface Source {
  /** Commit hash. "unknown" without git, or if the project is only part of a larger repository. */
  readonly commit: string;
  /** Whether files differ from that commit. */
  readonly isChanged: boolean;
  /** Time of the commit, or `SOURCE_DATE_EPOCH` (in seconds), or a fixed date without both. */
  readonly date: Date;
}

const UNDATED = Date.UTC(2026, 0, 1);

/** Excluded paths: possibly symbolic links to tools, which git would report as untracked. */
const EXCLUDED = [':(exclude)node_modules', ':(exclude).vscode-test'];

/** Reads from git which commit the files of a folder belong to, and whether they were changed. */
export function sourceOf(folder = projectRoot): Source {
  const isRepositoryRoot = git(folder, 'rev-parse', '--show-prefix') === '';
  const commit = isRepositoryRoot ? git(folder, 'rev-parse', 'HEAD') : undefined;
  const changes = git(folder, 'status', '--porcelain', '--', '.', ...EXCLUDED);
  const seconds =
    process.env['SOURCE_DATE_EPOCH'] ??
    (commit === undefined ? undefined : git(folder, 'log', '-1', '--format=%ct'));
  return {
    commit: commit ?? 'unknown',
    isChanged: commit !== undefined && changes !== '',
    date: new Date(seconds === undefined ? UNDATED : Number(seconds) * 1000),
  };
}

function git(cwd: string, ...args: string[]): string | undefined {
  // No lock: a build only reads, and another git process may be running.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: [...stdio] }).trim();
  } catch {
    return undefined;
  }
}
