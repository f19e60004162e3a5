import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectRoot } from '../projectRoot.ts';

export interface Import {
  /** Path relative to the project, as is `to` for a file of the project. */
  readonly from: string;
  /** File of the project, or name of a package. Names of Node modules begin with `node:`. */
  readonly to: string;
  readonly isType: boolean;
}

/** Matches `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`. */
const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\b(?:import|require)\(\s*'([^']+)'\s*\)/gm;

/** Returns the imports of the file `from`, including type imports and dynamic ones. */
export function importsOf(from: string, text: string): readonly Import[] {
  return [...text.matchAll(IMPORT)].map(([statement, type, name, dynamicName]) => {
    const braces = /\{([^}]*)\}/.exec(statement)?.[1];
    const names = braces?.split(',').filter((part) => part.trim() !== '') ?? [];
    const onlyTypes = names.length > 0 && names.every((part) => /^\s*type\s/.test(part));
    const isType = dynamicName === undefined && (type !== undefined || onlyTypes);
    return { from, to: targetOf(from, name ?? dynamicName ?? ''), isType };
  });
}

function targetOf(from: string, name: string): string {
  if (name.startsWith('.')) return projectPath(resolve(projectRoot, dirname(from), name));
  return builtinModules.includes(name) && !name.startsWith('node:') ? `node:${name}` : name;
}

function projectPath(path: string): string {
  return relative(projectRoot, path).replaceAll(sep, '/');
}

/** Paths of all files below `src`, relative to the project. */
export const sources: readonly string[] = readdirSync(join(projectRoot, 'src'), {
  recursive: true,
  withFileTypes: true,
})
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => projectPath(join(entry.parentPath, entry.name)));

export const imports: readonly Import[] = sources.flatMap((file) =>
  importsOf(file, readFileSync(join(projectRoot, file), 'utf8')),
);
