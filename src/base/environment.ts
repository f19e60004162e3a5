import type { Bot } from './model.ts';

/** Those that the extension knows; any other word is as good. */
export const ENVIRONMENTS = ['development', 'staging', 'production'] as const;
type KnownEnvironment = (typeof ENVIRONMENTS)[number];

/** `other`: a word of the person's own; `none`: none was given. */
export type EnvironmentKind = KnownEnvironment | 'other' | 'none';

const SHORT: ReadonlyMap<string, KnownEnvironment> = new Map([
  ['dev', 'development'],
  ['stage', 'staging'],
  ['prod', 'production'],
]);

/** In capitals or short, it is the same environment. */
export function environmentKind({ environment }: Pick<Bot, 'environment'>): EnvironmentKind {
  const word = environment.trim().toLowerCase();
  if (word === '') return 'none';
  return ENVIRONMENTS.find((known) => known === word) ?? SHORT.get(word) ?? 'other';
}

/** Writes to such a bot are asked about. */
export function isProduction(bot: Pick<Bot, 'environment'>): boolean {
  return environmentKind(bot) === 'production';
}
