import type * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { TagActions } from '../../core/customers/tagActions.ts';
import type { UserTagsReader } from '../../core/customers/userTagsText.ts';
import type { Bot, UserRef, UserTag } from '../../core/model.ts';
import type { MemoryFiles } from '../documents/memoryFiles.ts';

export interface EditedUser {
  readonly bot: Bot;
  readonly user: UserRef;
  /** Their name, where this window knows it, else the ID. */
  readonly who: string;
}

/** A document that is open. */
export interface EditedTags extends EditedUser {
  readonly uri: vscode.Uri;
  /** The IDs that the service said when it was opened or last saved. */
  opened: readonly string[];
  /** By ID. */
  names: ReadonlyMap<string, string>;
}

export interface EditorNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly tags: TagActions;
  readonly text: Lazy<UserTagsReader>;
  readonly userFiles: MemoryFiles;
  /** Shows what went wrong, with what helps. */
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

/** A text of a document, with what stands in it. */
export interface WrittenTags {
  readonly text: string;
  readonly names: ReadonlyMap<string, string>;
}

/** What saving asks of the editors. */
export interface TagsOnShow {
  /** The text for tags that the service has told. */
  write(bot: Bot, now: readonly Pick<UserTag, 'id' | 'name'>[]): Promise<WrittenTags>;
  /** Shows what the service has now, beside the document. */
  showChanges(edited: EditedTags, now: readonly UserTag[]): Promise<void>;
}
