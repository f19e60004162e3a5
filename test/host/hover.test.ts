import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { VIP } from '../support/sandboxItems.ts';
import { addBot, closeEditors, failure, product, run, until } from './product.ts';

/** ID that closes a Markdown link and opens another one. A service may issue such an ID. */
const ODD_ID = 'x)[y](command:workbench.action.quit)*_~!';

const LINES: Readonly<Record<string, (id: string) => string>> = {
  typescript: (id) => `const vip = '${id}';`,
  javascript: (id) => `const vip = \`${id}\`;`,
  python: (id) => `VIP = "${id}"`,
  go: (id) => `const Vip = "${id}"`,
  csharp: (id) => `const string Vip = "${id}";`,
  java: (id) => `static final String VIP = "${id}";`,
  json: (id) => `{"tag": "${id}"}`,
  plaintext: (id) => `The tag '${id}'`,
};

describe('Hover on the ID of a tag', () => {
  const state = new MemoryState();
  let service: Sandbox;
  let bot: string;
  let folder: string;
  let tag: string;

  before(async () => {
    service = await startSandbox({ token: 'hover', botId: 'bot-hover', customers: 50, state });
    bot = await addBot(service, 'Shop');
    folder = await run('botTags.createFolder', { bot, name: 'Fol*der* [x](command:evil)' });
    tag = await run('botTags.createTag', { bot, name: '**Gold** $(zap)', parentId: folder });
  });

  after(async () => {
    await closeEditors();
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  /** Returns the hover texts of the product on an ID in a document. */
  async function hovers(
    content: string,
    language: string,
    id: string,
  ): Promise<readonly vscode.MarkdownString[]> {
    const { uri } = await vscode.workspace.openTextDocument({ content, language });
    const position = new vscode.Position(0, content.indexOf(id) + 2);
    const results = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      position,
    );
    return results
      .flatMap(({ contents }) => contents as vscode.MarkdownString[])
      .filter(({ value }) => value.includes('command:botTags.'))
      .map((markdown) =>
        Object.assign(markdown, { value: markdown.value.replaceAll('&nbsp;', ' ') }),
      );
  }

  for (const [language, line] of Object.entries(LINES)) {
    it(`names the tag in ${language}`, async () => {
      const [hover, ...others] = await hovers(line(tag), language, tag);
      assert.deepEqual(others, []);
      const { value, isTrusted, supportThemeIcons, supportHtml } = hover ?? assert.fail();
      assert.match(value, /^\*\*\\\*\\\*Gold\\\*\\\* \$\\\(zap\\\)\*\* /);
      assert.match(value, /Bot: Shop/);
      assert.match(value, /Folder: Fol\\\*der\\\* \\\[x\\\]\\\(command:evil\\\)/);
      assert.deepEqual(isTrusted, {
        enabledCommands: [
          'botTags.goToTag',
          'botTags.showTagCustomers',
          'botTags.copyName',
          'botTags.findInWorkspace',
        ],
      });
      assert.ok(supportThemeIcons !== true && supportHtml !== true);
    });
  }

  it('has one text for each bot with the ID, and none for an ID that is not in the list', async () => {
    const secondService = await startSandbox({
      token: 'hover-2',
      botId: 'bot-hover-2',
      customers: 10,
    });
    const otherBot = await addBot(secondService, 'Staging');
    try {
      const sharedTag = VIP;
      for (const owner of [bot, otherBot])
        await run('botTags.addExisting', { bot: owner, id: sharedTag });
      const sharedHovers = await hovers(`"${sharedTag}"`, 'json', sharedTag);
      assert.deepEqual(
        sharedHovers
          .map(({ value }) => /Bot: (\w+)/.exec(value)?.[1] ?? '')
          .toSorted((a, b) => a.localeCompare(b)),
        ['Shop', 'Staging'],
      );
    } finally {
      await run('botTags.removeBot', { bot: otherBot, confirmed: true });
      await secondService.close();
    }
    assert.deepEqual(await hovers('"tag-nowhere"', 'json', 'tag-nowhere'), []);
    assert.deepEqual(await hovers(`no quotes ${tag}`, 'plaintext', tag), []);
  });

  it('has complete links for an ID with Markdown characters', async () => {
    state.addItem({ id: ODD_ID, name: 'Odd', type: 0, parentId: null, created: 1 });
    await run('botTags.addExisting', { bot, id: ODD_ID });
    const [hover] = await hovers(`"${ODD_ID}"`, 'plaintext', ODD_ID);
    const links = [...(hover?.value ?? '').matchAll(/\(command:botTags\.(\w+)\?([^)]+)\)/g)];
    assert.deepEqual(
      links.map(([, name, query = '']) => [name, JSON.parse(decodeURIComponent(query))]),
      [
        ['goToTag', [{ bot, id: ODD_ID }]],
        ['showTagCustomers', [{ bot, tagId: ODD_ID }]],
        ['copyName', [{ bot, ids: [ODD_ID] }]],
        ['findInWorkspace', [{ bot, ids: [ODD_ID] }]],
      ],
    );
    assert.ok((hover?.value ?? '').endsWith(')'));
  });

  it('names the tag that replaced a renamed one, even after several renames', async () => {
    const firstId = await run('botTags.createTag', { bot, name: 'First' });
    const rename = async (tagId: string, name: string): Promise<string> => {
      const ended = await run('botTags.renameTag', { bot, tagId, name, confirmed: true });
      return ended.tagId;
    };
    const secondId = await rename(firstId, 'Second');
    const thirdId = await rename(secondId, 'Third');
    for (const id of [firstId, secondId]) {
      const [hover, ...others] = await hovers(`"${id}"`, 'json', id);
      assert.deepEqual(others, []);
      assert.match(hover?.value ?? '', /^\*\*Third\*\* /);
      const text = (hover?.value ?? '').replaceAll('\\', '');
      assert.ok(text.includes(`This ID was replaced by ${thirdId}.`), text);
      const find = /\(command:botTags\.findInWorkspace\?([^)]+)\)/.exec(hover?.value ?? '')?.[1];
      assert.deepEqual(JSON.parse(decodeURIComponent(find ?? '')), [{ bot, ids: [id] }]);
    }
  });

  it('has a link that selects the tag in the tree', async () => {
    const [hover] = await hovers(`"${tag}"`, 'json', tag);
    const link = /\(command:botTags\.goToTag\?([^)]+)\)/.exec(hover?.value ?? '')?.[1] ?? '';
    const [argument] = JSON.parse(decodeURIComponent(link)) as [{ bot: string; id: string }];
    assert.deepEqual(argument, { bot, id: tag });
    const [match] = await run('botTags.goToTag', argument);
    assert.deepEqual(match, {
      bot,
      id: tag,
      name: '**Gold** $(zap)',
      type: 0,
      path: ['Fol*der* [x](command:evil)'],
    });
    const { tree } = await product();
    await until('the tag is selected', () => tree.view.selection[0]?.item === tag);
    assert.match(await failure(run('botTags.goToTag', { bot, id: 'nowhere' })), /not in the list/);
  });
});
