import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { placeFields, blankItem } from '../../src/catalogue/places.ts';
import { FOLDER, TAG, type Bot, type CatalogueItem, type Scan } from '../../src/base/model.ts';
import type { JournalItem, ViewItem } from '../../src/base/manifest.ts';
import { dayItem, moreItem, runItem, writeItem } from '../../src/runs/ui/rowItems.ts';
import { journalNode, TreeNode } from '../../src/catalogue/ui/treeNode.ts';
import { initialSampleItem, groupItem, resumeItem } from '../../src/catalogue/ui/nodeItems.ts';
import { resumableText } from '../../src/catalogue/ui/resumableText.ts';
import {
  botItem,
  catalogueTreeItem,
  spokenBotState,
  noFolderItem,
} from '../../src/catalogue/ui/treeItems.ts';
import { runRecord, writeRecord } from '../unit/catalogue/store/journalRecords.ts';

/** Kind of a row, without its state. */
type KindOf<Value extends string> = Value extends `${infer Kind}.${string}` ? Kind : Value;
type Kind = KindOf<ViewItem> | KindOf<JournalItem>;

type SpokenRows = readonly (readonly [item: vscode.TreeItem, label: string | RegExp])[];

const NOW = new Date(2026, 10, 22, 12).getTime();
const BOT: Bot = {
  key: 'b',
  baseUrl: 'https://tea.example',
  botId: 'bot-1',
  label: 'Tea House',
  kind: 'service',
  environment: 'production',
  isReadOnly: true,
  origin: 'added',
  isConfirmed: true,
  created: NOW,
};
const SCAN: Scan = {
  bot: 'b',
  id: 's1',
  limit: 100,
  from: null,
  days: null,
  next: null,
  budget: 1,
  pages: 70,
  customers: 7000,
  skipped: 0,
  tags: 3,
  newTags: 0,
  state: 'done',
  started: NOW,
  updated: NOW,
};
const botStateText = spokenBotState('production', true);
const node = new TreeNode('b', null);

const item = (change: Partial<CatalogueItem>): CatalogueItem => ({
  ...blankItem('b', 't1', 'created', NOW),
  name: 'VIP',
  scan: 's1',
  seenOn: 837,
  ...placeFields(null),
  ...change,
});
const treeItemOf = (change: Partial<CatalogueItem>, childCount: number | undefined = 0) =>
  catalogueTreeItem(item(change), { childCount, scan: SCAN, botStateText, isReadOnly: true });

/** Rows of every kind, with the text that a screen reader reads. A missing kind does not compile. */
const SPOKEN: Readonly<Record<Kind, SpokenRows>> = {
  bot: [
    [
      botItem(BOT, { isReadOnly: true, scan: undefined }, true),
      'Tea House, production, read-only, tea.example, bot',
    ],
    [
      botItem({ ...BOT, environment: '' }, { isReadOnly: false, scan: undefined }, false),
      'Tea House, token missing, bot',
    ],
  ],
  tag: [
    [treeItemOf({}), 'VIP, tag, On 837 of 7,000 scanned customers, production, read-only'],
    [treeItemOf({ scan: null }), 'VIP, tag, production, read-only'],
    [treeItemOf({ state: 'gone' }), 'VIP, tag, gone, production, read-only'],
    [treeItemOf({ state: 'error' }), 'VIP, tag, not checked, production, read-only'],
  ],
  folder: [
    [treeItemOf({ type: FOLDER }, 12), 'VIP, folder, 12 tags and folders, production, read-only'],
    [treeItemOf({ type: FOLDER }), 'VIP, folder, empty, production, read-only'],
    [
      catalogueTreeItem(item({ type: FOLDER }), {
        childCount: undefined,
        scan: SCAN,
        botStateText: '',
        isReadOnly: false,
      }),
      'VIP, folder',
    ],
  ],
  other: [[treeItemOf({ type: 7, scan: null }), 'VIP, type 7, production, read-only']],
  noFolder: [
    [noFolderItem(node, 1, botStateText), 'No Folder, 1 tag or folder, production, read-only'],
  ],
  group: [
    [
      groupItem(
        node,
        { start: 0, end: 1000, first: item({}), last: item({}), names: ['A', 'K'] },
        { sort: { by: 'name', isDescending: false }, scanId: undefined, botStateText },
      ),
      'A to K, group of 1,000 tags and folders, production, read-only',
    ],
  ],
  resume: [
    [
      resumeItem(node, resumableText({ run: 1, export: 0, scan: 2 })),
      '1 run, 2 scans paused: Resume…',
    ],
    [resumeItem(node, resumableText({ run: 3, export: 1, scan: 1 })), /^3 runs, 1 export, 1 scan /],
    [resumeItem(node, resumableText({ run: 0, export: 2, scan: 0 })), '2 exports paused: Resume…'],
  ],
  firstLook: [
    [
      initialSampleItem(node, { customers: 0, tags: 0 }, false),
      'No customers yet. Create a tag, or add an existing item by its ID',
    ],
    [
      initialSampleItem(node, { customers: 0, tags: 0 }, true),
      'No customers yet. Add Existing Item by ID',
    ],
    [
      initialSampleItem(node, { customers: 30, tags: 4 }, false),
      '4 tags found on the first 30 customers. Scan all…',
    ],
  ],
  day: [
    [
      dayItem(journalNode('day', String(new Date(2026, 10, 22).getTime())), {
        now: NOW,
        isFirst: true,
        count: 3,
      }),
      'Today, Entries: 3',
    ],
  ],
  more: [[moreItem(2), /^2 more\. "Open Journal as JSON" shows all entries/]],
  run: [
    [
      runItem(runRecord('r', { started: NOW, owner: 'w' }), { label: 'Shop', undo: undefined }),
      /^[^,]+, running, .*Shop, /,
    ],
  ],
  write: [
    [
      writeItem(writeRecord('w', { result: 'failed', time: NOW, itemType: TAG }), {
        user: null,
        customerName: 'Ada',
        isSending: false,
        bot: 'Shop',
      }),
      /^Attach "VIP" to Ada, failed, Shop, /,
    ],
  ],
};

describe('Rows of both views for a screen reader', () => {
  for (const [kind, rows] of Object.entries(SPOKEN)) {
    it(`name the kind and the visible state: ${kind}`, () => {
      for (const [{ accessibilityInformation, contextValue }, label] of rows) {
        assert.ok(contextValue === kind || contextValue?.startsWith(`${kind}.`), contextValue);
        assert.equal(accessibilityInformation?.role, 'treeitem');
        if (typeof label === 'string') assert.equal(accessibilityInformation.label, label);
        else assert.match(accessibilityInformation.label, label);
        assert.doesNotMatch(accessibilityInformation.label, /·|\$\(|, ,|undefined/);
      }
    });
  }
});
