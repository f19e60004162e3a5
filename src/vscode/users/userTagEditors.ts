import * as vscode from 'vscode';
import { compareNamed } from '../../core/catalogue/itemOrder.ts';
import { writeUserTags } from '../../core/customers/userTagsText.ts';
import { TAG, type Bot, type UserTag } from '../../core/model.ts';
import { USER_TAGS_SCHEME } from '../../surface/manifest.ts';
import { tagsOf } from '../input/askTag.ts';
import { lensAt } from '../kit/editor.ts';
import { showDiffEditor, showInformation, showWarning } from '../kit/window.ts';
import type { EditedTags, EditedUser, EditorNeeds, TagsOnShow, WrittenTags } from './editedTags.ts';
import { headLines, moreText, nameLookup, othersText } from './editingTexts.ts';
import { otherTags } from './otherTags.ts';
import { saveUserTags } from './saveUserTags.ts';

/** The documents in which a user's tags are edited. Each is forgotten when it is closed. */
export class UserTagEditors implements TagsOnShow, vscode.Disposable {
  readonly #needs: EditorNeeds;
  readonly #open = new Map<string, EditedTags | undefined>();
  /** Those whose text VS Code has saved on its own, and nobody has applied. */
  readonly #unapplied = new Set<EditedTags>();
  readonly #told = new Set<EditedTags>();
  readonly #problems = vscode.languages.createDiagnosticCollection('Bot Tags: user');
  readonly #disposables: readonly vscode.Disposable[];
  #opened = 0;

  constructor(needs: EditorNeeds) {
    this.#needs = needs;
    const selector = { scheme: USER_TAGS_SCHEME };
    const provideCodeLenses = ({ uri }: vscode.TextDocument): vscode.CodeLens[] => {
      const edited = this.#open.get(uri.toString());
      return edited === undefined ? [] : [lensAt(new vscode.Range(0, 0, 0, 0), titleOf(edited))];
    };
    this.#disposables = [
      this.#problems,
      vscode.languages.registerCodeLensProvider(selector, { provideCodeLenses }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        if (closed.length > 0) this.#forgetClosed();
      }),
    ];
  }

  /** @returns the document's URI */
  async open(asked: EditedUser, signal: AbortSignal): Promise<string> {
    const { bot, user } = asked;
    const now = tagsOf(await this.#needs.tags.list(bot, user, signal));
    const { text, names } = await this.write(bot, now);
    const name = vscode.l10n.t('Tags of User {0}', ++this.#opened);
    const uri = this.#needs.userFiles.add(name, text, {
      save: (changed) => this.#save(edited, changed),
      onAutoSave: () => this.#onAutoSave(edited),
    });
    const edited: EditedTags = { ...asked, uri, opened: now.map(({ id }) => id), names };
    this.#open.set(uri.toString(), edited);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return uri.toString();
  }

  /** The text for tags that the service has told. */
  async write(bot: Bot, now: readonly Pick<UserTag, 'id' | 'name'>[]): Promise<WrittenTags> {
    const catalogue = await this.#needs.catalogue();
    const { tags, more } = otherTags(catalogue, bot.key, new Set(now.map(({ id }) => id)));
    const names = nameLookup(tags, now);
    const own = [...names]
      .filter(([id]) => now.some((tag) => tag.id === id))
      .map(([id, name]) => ({ id, name, type: TAG }));
    const text = writeUserTags({
      head: headLines(catalogue.bot(bot.key)?.label ?? bot.label),
      tags: own.toSorted(compareNamed),
      othersHead: othersText(),
      others: tags,
      foot: more === 0 ? undefined : moreText(more),
    });
    return { text, names };
  }

  /** What the service has now, beside the document. */
  async showChanges({ bot, uri }: EditedTags, now: readonly UserTag[]): Promise<void> {
    const { text } = await this.write(bot, now);
    const name = vscode.l10n.t('Tags on the Service {0}', this.#opened);
    const left = this.#needs.userFiles.add(name, text);
    this.#open.set(left.toString(), undefined);
    await showDiffEditor(left, uri, vscode.l10n.t('Tags of User: Service Now ↔ Document'));
  }

  /** The bot has left the list: nothing of its users is kept, and nothing of them can be saved. */
  async forget(botKey: string): Promise<void> {
    const all = [...this.#open.values()].filter((edited) => edited?.bot.key === botKey);
    const uris = new Set(all.flatMap((edited) => edited?.uri.toString() ?? []));
    for (const uri of uris) this.#remove(uri);
    const tabs = allTabs().filter(
      (tab) => !tab.isDirty && urisOf(tab).some((uri) => uris.has(uri)),
    );
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #save(edited: EditedTags, text: string): Promise<string> {
    const written = await saveUserTags(this.#needs, this, { edited, text }, this.#problems);
    this.#unapplied.delete(edited);
    return written;
  }

  #onAutoSave(edited: EditedTags): void {
    this.#unapplied.add(edited);
    if (this.#told.has(edited)) return;
    this.#told.add(edited);
    const { who } = edited;
    void showInformation(
      vscode.l10n.t(
        'Auto Save does not change the tags of {0}. Save the document yourself to apply your changes.',
        who,
      ),
    );
  }

  #forgetClosed(): void {
    const shown = new Set(allTabs().flatMap(urisOf));
    for (const [uri, edited] of this.#open) {
      if (shown.has(uri)) continue;
      const isLost = edited !== undefined && this.#unapplied.has(edited);
      this.#remove(uri);
      if (!isLost) continue;
      const { who } = edited;
      void showWarning(
        vscode.l10n.t('The document was closed, and the tags of {0} were not changed.', who),
      );
    }
  }

  #remove(uri: string): void {
    const edited = this.#open.get(uri);
    this.#open.delete(uri);
    const parsed = vscode.Uri.parse(uri);
    this.#needs.userFiles.remove(parsed);
    this.#problems.delete(parsed);
    if (edited === undefined) return;
    this.#unapplied.delete(edited);
    this.#told.delete(edited);
  }
}

/** Above the document: in memory, unlike its text and the name of its tab. */
function titleOf({ bot, who }: EditedUser): string {
  return vscode.l10n.t('{0} · bot "{1}"', who, bot.label);
}

function allTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function urisOf({ input }: vscode.Tab): readonly string[] {
  if (input instanceof vscode.TabInputText) return [input.uri.toString()];
  if (!(input instanceof vscode.TabInputTextDiff)) return [];
  return [input.original.toString(), input.modified.toString()];
}
