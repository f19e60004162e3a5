import * as vscode from 'vscode';
import { entriesOf, type Entry } from '../journalEntries.ts';
import type { JournalStore } from '../../catalogue/journal.ts';
import type { Recorder } from '../recorder.ts';
import { goneItem } from '../../base/ui/treeItem.ts';
import { journalNode, type JournalNode } from '../../catalogue/ui/treeNode.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { changedNodes, readRows, type JournalRows } from './journalRows.ts';
import type { KnownUsers } from './knownUsers.ts';
import type { RunOwner } from './runOwner.ts';
import { dayItem, moreItem, runItem, writeItem } from './rowItems.ts';

/** Minimum time between two updates of the view, in ms. A running run changes its row many times a second. */
const REDRAW_AFTER_MS = 500;

interface JournalTreeNeeds extends Pick<CatalogueServices, 'journal' | 'catalogue' | 'clock'> {
  readonly view: vscode.TreeView<JournalNode>;
  readonly recorder: Recorder;
  readonly users: Pick<KnownUsers, 'nameOf'>;
  readonly owner: Pick<RunOwner, 'isOwned'>;
}

/** View "Journal": days with their entries. */
export class JournalTree implements vscode.Disposable {
  readonly #services: JournalTreeNeeds;
  /** Nodes by kind and ID; see `readRows`. */
  readonly #nodes = new Map<string, JournalNode>();
  readonly #moreNode = journalNode('more', '');
  readonly #drawEmitter = new vscode.EventEmitter<JournalNode[] | undefined>();
  readonly onDidDraw = this.#drawEmitter.event;
  #rows: JournalRows | undefined;
  #timer: NodeJS.Timeout | undefined;
  #subscription: { dispose(): void } | undefined;

  constructor(services: JournalTreeNeeds) {
    this.#services = services;
  }

  /** Returns all entries, newest first. */
  async entries(): Promise<readonly Entry[]> {
    const journal = await this.#open();
    return entriesOf(journal.runs(), journal.writes(Number.MAX_SAFE_INTEGER));
  }

  async getChildren(node?: JournalNode): Promise<JournalNode[]> {
    if (node !== undefined) return [...((await this.#read()).nodesByDay.get(node.id) ?? [])];
    // VS Code requests the days when it redraws the whole view.
    this.#rows = undefined;
    const rows = await this.#read();
    return [...rows.days, ...(rows.hiddenCount > 0 ? [this.#moreNode] : [])];
  }

  async getTreeItem(node: JournalNode): Promise<vscode.TreeItem> {
    const rows = await this.#read();
    if (node.kind === 'day') {
      const isFirst = node === rows.days[0];
      const count = rows.nodesByDay.get(node.id)?.length ?? 0;
      return dayItem(node, { now: this.#services.clock.now(), isFirst, count });
    }
    if (node.kind === 'more') return moreItem(rows.hiddenCount);
    const entry = rows.entries.get(node.id);
    // The entry was deleted after VS Code got this node. The next update removes its row.
    if (entry === undefined) return goneItem();
    const { recorder, users, catalogue, owner } = this.#services;
    const labelOf = (bot: string): string | undefined => catalogue.current?.bot(bot)?.label;
    if (entry.kind === 'run') {
      const { run } = entry;
      // A window that was killed leaves its runs marked as running.
      const isAlive = run.state === 'running' && (await owner.isOwned(run));
      return runItem(isAlive ? run : { ...run, owner: null }, {
        label: labelOf(run.bot),
        undo: rows.undoStates.get(run.id),
      });
    }
    const { write } = entry;
    const user = recorder.userOf(write);
    return writeItem(write, {
      user,
      customerName: user === null ? undefined : users.nameOf(write.bot, user),
      isSending: recorder.isSending(write.id),
      bot: labelOf(write.bot) ?? write.botLabel,
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription?.dispose();
    this.#drawEmitter.dispose();
  }

  async #open(): Promise<JournalStore> {
    const journal = await this.#services.journal();
    this.#subscription ??= journal.onDidChange(() => {
      this.#timer ??= setTimeout(() => this.#redraw(journal), REDRAW_AFTER_MS);
    });
    return journal;
  }

  async #read(): Promise<JournalRows> {
    const journal = await this.#open();
    this.#rows ??= readRows(journal, this.#nodes);
    return this.#rows;
  }

  /** Redraws the changed rows, or the whole view if rows were added or removed. */
  #redraw(journal: JournalStore): void {
    this.#timer = undefined;
    const before = this.#rows;
    if (before === undefined) return;
    if (!this.#services.view.visible) {
      this.#rows = undefined;
      return this.#drawEmitter.fire(undefined);
    }
    const rows = readRows(journal, this.#nodes);
    this.#rows = rows;
    const nodes = changedNodes(before, rows);
    if (nodes === undefined || nodes.length > 0) this.#drawEmitter.fire(nodes);
  }
}
