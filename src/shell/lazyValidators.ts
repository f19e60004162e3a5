import type { Lazy } from '../base/promises.ts';
import type * as validators from './validators.ts';

/** What reads arguments, files and messages of the page; each says what is wrong with what it was given. */
export type LazyValidators = Lazy<typeof validators>;
