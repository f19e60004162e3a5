import type manifest from '../../package.json';

export const TREE_VIEW = 'botTags.tree';
export const JOURNAL_VIEW = 'botTags.journal';
/** Context key, like the other constants whose name begins with `HAS` or `IS`. */
export const HAS_JOURNAL = 'botTags.hasJournal';
/** Argument of the keybindings of the tree: VS Code passes no row to them, so the command looks up the focused row. */
export const AT_FOCUS = 'focus';
/** Argument of the buttons of the tree's welcome view. */
export const FROM_WELCOME = 'welcome';
/** Argument of the buttons of the walkthrough: the command uses the sandbox and starts it. */
export const AT_SANDBOX = 'sandbox';
/** Context keys and keys of stored values. Each records that a step of the walkthrough has succeeded once. */
export const FIRST_STEPS = [
  'botTags.didTrySandbox',
  'botTags.didLookAround',
  'botTags.didCreateTag',
  'botTags.didAttachTag',
  'botTags.didLoadCustomers',
  'botTags.didDiscoverTags',
  'botTags.didExport',
  'botTags.didAddBot',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];
export const IS_FILTERED = 'botTags.isFiltered';
export const HAS_BOTS = 'botTags.hasBots';
/** A folder of the workspace has a workspace file. */
export const HAS_FILE = 'botTags.hasFile';
export const CUSTOMERS_PANEL = 'botTags.customers';
export const OVERVIEW_PANEL = 'botTags.overview';
export const JSON_SCHEME = 'bot-tags-json';
/** Key of the global state: the value from which a new window sets its context keys. */
export const SUMMARY = 'botTags.summary';
export const RUN_SCHEME = 'bot-tags-run';
/** File in the extension's global storage. */
export const DATABASE_FILE = 'catalogue.sqlite';
/**
 * `viewItem` values of the tree, as the menus' `when` clauses name them. `resume`: row about paused work; `noFolder`:
 * see `NO_FOLDER`; `group`: row for a part of a level with many items; `firstLook`: row about the customers that were
 * read when the bot was added; `other`: item that is neither folder nor tag. `.locked`: the bot is read-only; `.gone`
 * and `.error`: see `ItemState` in `model.ts`.
 */
export type ViewItem =
  | 'resume'
  | `bot${'' | '.noToken' | '.sandbox'}${'' | '.locked'}`
  | 'noFolder'
  | 'group'
  | 'firstLook'
  | `firstLook.empty${'' | '.locked'}`
  | `${'folder' | 'tag' | 'other'}${'' | '.gone' | `${'' | '.locked'}${'' | '.error'}`}`;

/** `viewItem` values of the Journal view, as the menus' `when` clauses name them. */
export type JournalItem =
  | 'day'
  | 'more'
  | `run.${'running' | 'paused' | 'done' | 'cancelled'}${'' | '.undoable'}`
  | 'write'
  | 'write.undoable';

type Settings = (typeof manifest)['contributes']['configuration'][number]['properties'];
type KeyOf<T> = T extends unknown ? keyof T : never;
/** Type of a setting, from the group that contains the setting. */
type SettingOf<T, K> = T extends unknown ? (K extends keyof T ? NonNullable<T[K]> : never) : never;
export type SettingKey = KeyOf<Settings>;
/** Every setting with the type of its default. */
export type SettingValues = {
  [K in SettingKey]: (SettingOf<Settings, K> & { default: unknown })['default'];
};
