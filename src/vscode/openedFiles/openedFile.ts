import { basename } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { InputError } from '../../core/plans/inputProblems.ts';
import type { ExportFiles, OpenedExport } from '../../core/plans/openedExport.ts';
import type { PageSource } from '../../core/ports.ts';
import { sentences } from '../../core/sentences.ts';
import type { PanelFile } from '../customers/panel/panelParts.ts';
import { describeProblems } from '../errors/describeInput.ts';
import { plain } from '../kit/sinks.ts';
import { timeText } from '../kit/timeText.ts';
import { noteText } from './noteText.ts';

/** An export that was opened in a panel, or is to be. */
export class OpenedFile implements PanelFile {
  readonly path: string;
  readonly #reader: () => Promise<ExportFiles>;
  #opened: OpenedExport | undefined;

  constructor(path: string, reader: () => Promise<ExportFiles>) {
    this.path = path;
    this.#reader = reader;
  }

  get name(): string {
    return basename(this.path);
  }

  get hasTagIds(): boolean {
    return this.#opened?.notes().some(({ kind }) => kind === 'no-tag-ids') !== true;
  }

  /** Throws `UserError` when it is none of ours, or cannot be read. */
  async source(): Promise<PageSource> {
    this.#opened ??= await this.#told(async () => (await this.#reader()).openExport(this.path));
    const opened = this.#opened;
    return {
      listCustomers: (query, signal) => this.#told(() => opened.listCustomers(query, signal)),
      walkCustomers: (query, signal, pages) =>
        this.#walk(opened.walkCustomers(query, signal, pages)),
    };
  }

  /** The file is looked at anew when it is asked for the next time. */
  rewind(): void {
    this.#opened?.close();
    this.#opened = undefined;
  }

  notes(): readonly string[] {
    return (this.#opened?.notes() ?? []).map(noteText);
  }

  note(): string {
    const opened = this.#opened;
    const name = plain('page', this.name);
    if (opened === undefined) return name;
    return [
      vscode.l10n.t('{0}, written {1}', name, timeText(opened.modified)),
      ...this.notes(),
    ].join(' · ');
  }

  async *#walk(
    pages: ReturnType<PageSource['walkCustomers']>,
  ): ReturnType<PageSource['walkCustomers']> {
    for (;;) {
      const { done, value } = await this.#told(() => pages.next());
      if (done === true) return;
      yield value;
    }
  }

  async #told<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (!InputError.is(error)) throw error;
      const text = vscode.l10n.t(
        '"{0}" cannot be opened as an export, so nothing is shown. Choose another file, or put it right.',
        this.name,
      );
      throw new UserError(sentences([text, describeProblems(error)]));
    }
  }
}
