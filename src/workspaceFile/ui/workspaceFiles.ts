import * as vscode from 'vscode';
import { Cancelled, messageOf, NoticeError, UserError } from '../../base/errors.ts';
import { splitByteOrderMark } from '../../base/text.ts';
import type { Bot } from '../../base/model.ts';
import type { FileEntry } from '../../base/ports.ts';
import { type Lazy, yieldToEventLoop } from '../../base/promises.ts';
import { showError, showInformation } from '../../base/ui/window.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import {
  type AppliedFile,
  contentOf,
  countsOf,
  type FileChoice,
  type FileCounts,
  itemsOfBots,
  type ItemsOfBots,
} from '../../catalogue/workspaceFile.ts';
import type { FileChange, FileProblem, ReadFile } from '../../catalogue/workspaceFileText.ts';
import type { WorkspaceFileText } from '../createFileText.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { FileApplier } from './fileApplier.ts';
import { FileDecisions, offerTrust, requireTrust } from './fileDecisions.ts';
import { FileDiagnostics } from './fileDiagnostics.ts';
import { notLoadedText, notSavedText, problemText } from './fileProblemText.ts';
import { type FoundFile, fileExists, readFile, replaceText } from './readFile.ts';
import { hasSegment, SegmentsInFiles } from './segmentsInFiles.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import type { SecretTokens } from '../../catalogue/ui/tokens.ts';

const TOO_LARGE: FileProblem = { code: 'too-large', offset: 0, length: 0, detail: '' };

type LoadResult = ReadFile & { readonly applied?: AppliedFile };

interface Needs extends Pick<CatalogueServices, 'catalogue' | 'log'> {
  /** Functions that read and write the text of a file. */
  readonly fileText: Lazy<WorkspaceFileText>;
  readonly tokens: Pick<SecretTokens, 'delete'>;
  readonly memento: vscode.Memento;
}

/**
 * A file that the user chose to load is followed: it is loaded again after each change. Loading only reads the file
 * into the catalogue, and never causes a request. In an untrusted workspace nothing is loaded.
 */
export class WorkspaceFiles implements vscode.Disposable {
  readonly #services: Needs;
  readonly #applier: FileApplier;
  readonly #decisions: FileDecisions;
  readonly diagnostics: FileDiagnostics;
  readonly segments = new SegmentsInFiles();
  /** Files that this window has already offered to load. */
  readonly #offered = new Set<string>();
  /** Last queued step of each file. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(services: Needs) {
    this.#services = services;
    this.#applier = new FileApplier(services);
    this.#decisions = new FileDecisions(services.memento);
    this.diagnostics = new FileDiagnostics(services.catalogue, services.fileText);
  }

  dispose(): void {
    this.#applier.stopAll();
    this.diagnostics.dispose();
  }

  /** Handles a file that was found, changed or removed. */
  async handleChange(file: vscode.Uri): Promise<void> {
    await this.#applier.stopOutdated(file);
    await this.#enqueue(file, () => this.#handleFile(file)).catch((error: unknown) => {
      // A newer text of the file is loaded instead.
      if (!Cancelled.is(error)) throw error;
    });
  }

  /** Loads a file that the user chose to load, or offers to load it if the user has not decided yet. */
  async #handleFile(file: vscode.Uri): Promise<void> {
    const decision = this.#decisions.of(file);
    if (decision === 'never') return;
    if (!(await fileExists(file))) return decision === 'load' ? this.#onRemoved(file) : undefined;
    // The file is not read before the user trusts the workspace and chooses to load the file.
    if (!vscode.workspace.isTrusted) return this.#sayUntrusted();
    if (decision === undefined) return void this.#offer(file);
    const foundFile = await readFile(file);
    if (foundFile === undefined) return this.#onRemoved(file);
    // Items that were removed from the list since the last load must not return if the file was only touched.
    const isShown = !foundFile.isTooLarge && this.diagnostics.isShown(file, foundFile.text);
    if (isShown && !this.#applier.isUnfinished(file)) return;
    const read = await this.#load(file, foundFile);
    for (const problem of read.problems) {
      this.#services.log.warn(`${file.path} is not loaded: ${problemText(problem)}`);
    }
  }

  /**
   * Loads a file and follows it.
   * @throws {NoticeError} if the file does not exist or the workspace is not trusted
   * @throws {UserError} if the file cannot be read
   */
  async load(file: vscode.Uri): Promise<AppliedFile> {
    requireTrust();
    await this.#applier.stopOutdated(file);
    return this.#enqueue(file, async () => {
      const foundFile = await readFile(file);
      if (foundFile === undefined) {
        throw new NoticeError(
          vscode.l10n.t(
            'The file {0} does not exist. Use "Save List to Workspace File…" to create the file.',
            file.fsPath,
          ),
        );
      }
      await this.#decisions.set(file, 'load');
      const { applied, problems } = await this.#load(file, foundFile);
      if (applied !== undefined) return applied;
      const [firstProblem] = problems;
      throw new UserError(
        firstProblem === undefined ? file.fsPath : notLoadedText(problemText(firstProblem)),
      );
    });
  }

  /** Removes everything that came only from the file, and stops following it. */
  unload(file: vscode.Uri): Promise<void> {
    this.#applier.stop(file);
    return this.#enqueue(file, async () => {
      await this.#applier.apply(file, undefined, { bots: [] });
      // The decision is stored last. If the window closes before, the file is loaded again.
      await this.#decisions.set(file, 'never');
      this.diagnostics.clear(file);
      this.segments.set(file, []);
    });
  }

  /** Writes bots into a file and follows it. If an editor has unsaved changes of the file, the editor is saved too. */
  save(file: vscode.Uri, choices: readonly FileChoice[]): Promise<FileCounts> {
    return this.#enqueue(file, async () => {
      const catalogue = await this.#services.catalogue();
      const items = await itemsOfBots(catalogue, choices);
      const listedEntries = catalogue.listedIn(file.toString());
      const change = await fileChangeOf(catalogue, listedEntries, choices, items);
      const counts = countsOf(items, choices, change.content, listedEntries);
      await yieldToEventLoop();
      await this.#change(file, (fileText, oldText) => fileText.write(oldText, change));
      return counts;
    });
  }

  /** Checks the present text of a file, which may not be loaded, or may have changed since it was loaded. */
  async hasSegment(file: vscode.Uri, bot: Bot, name: string): Promise<boolean> {
    const foundFile = await readFile(file, 'as edited');
    if (foundFile === undefined || foundFile.isTooLarge) return false;
    return hasSegment((await this.#services.fileText()).read(foundFile.text).segments, bot, name);
  }

  async removeSegment(bot: Bot, name: string): Promise<void> {
    const file = this.segments.fileOf(bot, name);
    if (file !== undefined) await this.writeSegment(file, bot, name, undefined);
  }

  /** Adds, replaces or removes (`undefined`) the segment of this name in a file, and follows the file. */
  writeSegment(
    file: vscode.Uri,
    bot: Bot,
    name: string,
    segment: string | undefined,
  ): Promise<void> {
    return this.#enqueue(file, async () => {
      // Saving a segment never locks a bot for the team.
      const change = { bot: { ...bot, isReadOnly: false }, name, segment };
      await this.#change(file, (fileText, oldText) => fileText.writeSegment(oldText, change));
    });
  }

  /** Stops loading and clears all state. Called before the loaded content is erased, so that no load restores it. */
  clearAll(): void {
    this.#applier.stopAll();
    this.#offered.clear();
    this.diagnostics.clearAll();
    this.segments.clearAll();
  }

  /** Returns the text to change, or `''` if the file does not exist. */
  async #readableText(file: vscode.Uri): Promise<string> {
    const foundFile = await readFile(file, 'as edited');
    const text = foundFile?.text ?? '';
    const problems =
      text.trim() === '' ? [] : (await this.#services.fileText()).read(text).problems;
    const problem = foundFile?.isTooLarge === true ? TOO_LARGE : problems[0];
    if (problem === undefined) return text;
    throw new UserError(
      vscode.l10n.t(
        'Could not read {0}, so the file was not changed. Correct the file first: {1}',
        file.fsPath,
        problemText(problem),
      ),
    );
  }

  /**
   * Changes the text of a file, and loads it. Leaves the file unchanged if the new text could not be loaded. Starts again
   * if the user or another window has changed the file meanwhile, because writing a large file takes a second.
   */
  async #change(
    file: vscode.Uri,
    change: (fileText: WorkspaceFileText, oldText: string) => string,
  ): Promise<void> {
    const fileText = await this.#services.fileText();
    for (;;) {
      const oldText = await this.#readableText(file);
      const text = change(fileText, oldText);
      const read = fileText.read(text);
      const [problem] = read.problems;
      if (problem !== undefined)
        throw new UserError(notSavedText(file.fsPath, problemText(problem)));
      const currentText = (await readFile(file, 'as edited'))?.text ?? '';
      if (currentText === oldText) return this.#replace(file, text, read);
    }
  }

  /** @param read result of reading `text` */
  async #replace(file: vscode.Uri, text: string, read: ReadFile): Promise<void> {
    await replaceText(file, text);
    if (!vscode.workspace.isTrusted) return;
    await this.#decisions.set(file, 'load');
    // Without the byte order mark, the text equals that of a later `readFile`, so the file is not loaded again.
    const [, body] = splitByteOrderMark(text);
    await this.#applyText(file, body, read);
  }

  async #load(file: vscode.Uri, { text, isTooLarge }: FoundFile): Promise<LoadResult> {
    const read: ReadFile = isTooLarge
      ? { problems: [TOO_LARGE], locatedItems: [], segments: [], segmentProblems: [] }
      : (await this.#services.fileText()).read(text);
    return this.#applyText(file, text, read);
  }

  async #applyText(file: vscode.Uri, text: string, read: ReadFile): Promise<LoadResult> {
    await yieldToEventLoop();
    // If the file has problems, the previously loaded content stays until the file can be read again.
    const applied = read.content && (await this.#applier.apply(file, text, read.content));
    if (read.content !== undefined) this.segments.set(file, read.segments);
    await this.diagnostics.show(file, text, read);
    return applied === undefined ? read : { ...read, applied };
  }

  /** Runs one step at a time for each file, so that an earlier text never overtakes a later one. */
  #enqueue<T>(file: vscode.Uri, step: () => Promise<T>): Promise<T> {
    const key = file.toString();
    const previous = this.#queues.get(key) ?? Promise.resolve();
    const result = previous.then(step, step);
    this.#queues.set(key, result);
    return result;
  }

  /** Offers to load a file, once in each window. */
  async #offer(file: vscode.Uri): Promise<void> {
    if (this.#offered.has(file.toString())) return;
    this.#offered.add(file.toString());
    const load = vscode.l10n.t('Load');
    const never = vscode.l10n.t('Never Load in This Workspace');
    const choice = await showInformation(
      vscode.l10n.t(
        'This workspace contains a list of bots and tags ({0}). Load the list? No requests will be sent. A file that contains a token will not be loaded.',
        vscode.workspace.asRelativePath(file),
      ),
      load,
      never,
    );
    if (choice === never) await this.#decisions.set(file, 'never');
    if (choice === load) await this.#runShowingError(file, () => this.load(file));
  }

  /** Runs a step and shows its error, because a choice in a notification has no command that would show it. */
  async #runShowingError(file: vscode.Uri, step: () => Promise<unknown>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.#services.log.error(messageOf(error));
      const open = vscode.l10n.t('Open File');
      const choice = await showError(describeError(error), open);
      if (choice === open) await vscode.window.showTextDocument(file);
    }
  }

  #onRemoved(file: vscode.Uri): void {
    this.diagnostics.clear(file);
    void this.#askAboutRemoved(file);
  }

  /** Prompts before tokens are deleted, because switching branches may remove a file only for a moment. */
  async #askAboutRemoved(file: vscode.Uri): Promise<void> {
    const remove = vscode.l10n.t('Remove from List');
    const choice = await showInformation(
      vscode.l10n.t(
        '{0} was deleted. The bots and tags that came from the file stay in the list.',
        vscode.workspace.asRelativePath(file),
      ),
      remove,
    );
    if (choice !== remove || (await fileExists(file))) return;
    await this.#runShowingError(file, async () => {
      await this.unload(file);
      await this.#decisions.set(file, undefined);
    });
  }

  /** Shows the notice about the untrusted workspace, once for each workspace. */
  async #sayUntrusted(): Promise<void> {
    if (await this.#decisions.claimUntrustedNotice()) void offerTrust();
  }
}

/** @param entries bots and items that the catalogue has loaded from the file */
async function fileChangeOf(
  catalogue: CatalogueReader,
  entries: readonly FileEntry[],
  choices: readonly FileChoice[],
  items: ItemsOfBots,
): Promise<FileChange> {
  const content = await contentOf(catalogue, choices, items);
  await yieldToEventLoop();
  const entriesByBot = Map.groupBy(entries, ({ bot }) => bot);
  const dropped = choices.flatMap(({ bot: { key, baseUrl, botId } }) => {
    // Items that the catalogue loaded from the file and no longer has were removed by the user.
    const currentIds = new Set(items.get(key)?.map(({ id }) => id));
    const ids = (entriesByBot.get(key) ?? []).flatMap(({ item }) => item ?? []);
    return ids.filter((id) => !currentIds.has(id)).map((id) => ({ baseUrl, botId, id }));
  });
  // If the user renames a bot that came from a file, the file gets the new label. Other labels in the file are kept.
  const renamed = choices.map(({ bot }) => bot).filter(({ origin }) => origin === 'file');
  return { content, dropped, renamed };
}
