import type { Lazy } from '../base/promises.ts';
import type * as validators from './validators.ts';

/**
 * Lazy-loaded validators of arguments, files and page messages. Each validator throws an error that describes the
 * problem.
 */
export type LazyValidators = Lazy<typeof validators>;
