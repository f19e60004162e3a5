import { execFileSync } from 'node:child_process';
import { projectRoot } from '../projectRoot.ts';

interface Source {
  /** "unknown" without git, or where the project is but a part of a repository. */
  readonly commit: string;
  /** Whether files differ from that commit. */
  readonly isChanged: boolean;
  /** Of the commit, or `SOURCE_DATE_EPOCH` in seconds; without both always the same. */
  readonly date: Date;
}

const UNDATED = Date.UTC(2026, 0, 1);

/** Where the project's own tools may lie as links, which git would tell as files of ours. */
const NOT_OURS = [':(exclude)node_modules', ':(exclude).vscode-test'];

/** What the files of this folder are of. */
export function sourceOf(folder = projectRoot): Source {
  const isWhole = git(folder, 'rev-parse', '--show-prefix') === '';
  const commit = isWhole ? git(folder, 'rev-parse', 'HEAD') : undefined;
  const changes = git(folder, 'status', '--porcelain', '--', '.', ...NOT_OURS);
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
  // No lock: a build only reads, and another git may be at work.
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: [...stdio] }).trim();
  } catch {
    return undefined;
  }
}
