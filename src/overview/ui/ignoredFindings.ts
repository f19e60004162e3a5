import type * as vscode from 'vscode';
import type { OverviewData } from '../overviewMessages.ts';
import type { OverviewReaders } from './overviewParts.ts';

type Ignored = OverviewData['ignored'];

/** What a person wants to be told no more, for each bot: reasons and IDs of tags. */
export class IgnoredFindings {
  readonly #memento: vscode.Memento;
  readonly #validators: OverviewReaders;

  constructor(memento: vscode.Memento, validators: OverviewReaders) {
    this.#memento = memento;
    this.#validators = validators;
  }

  async of(botKey: string): Promise<Ignored> {
    return (await this.#validators()).parseIgnored(this.#memento.get(keyOf(botKey)));
  }

  async keep(botKey: string, ignored: Ignored): Promise<void> {
    await this.#memento.update(keyOf(botKey), ignored.length === 0 ? undefined : ignored);
  }
}

function keyOf(botKey: string): string {
  return `overview.ignored.${botKey}`;
}
