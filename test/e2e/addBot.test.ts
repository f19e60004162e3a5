import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand, askForBot } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const TOKEN = 'canary-5b1d0e77a2';

/** What a person sees after "Add Bot…", and what makes it short. */
describe('a bot that was just added', () => {
  let service: Sandbox;
  let empty: Sandbox;
  let pasted: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'tea', customers: 2500 });
    empty = await startSandbox({ token: 'empty', customers: 0 });
    pasted = await startSandbox({ token: TOKEN, customers: 150 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    await empty?.close();
    await pasted?.close();
  });

  it('shows the tags of its first 100 customers, which count in no scan, and offers to scan all', async () => {
    const { quickInput } = workbench;
    const asked = service.requests.listCustomers;
    await addBotByHand(workbench, service, 'Tea House');
    const row = workbench.treeItem(/^\d+ tags from 100 customers\. Scan all…$/);
    await row.waitFor();
    assert.equal(service.requests.listCustomers, asked + 1);
    const tags = Number.parseInt((await row.innerText()).trim(), 10);
    await workbench.treeItem(`Folder not known, ${tags}`).waitFor();
    await workbench.expand(/^Folder not known/);
    await workbench.treeItem(/^VIP/).waitFor();
    assert.equal(await workbench.page.getByRole('treeitem', { name: / scanned/ }).count(), 0);
    await workbench.screenshot('add-bot-first-look');
    await row.click();
    await quickInput.option('Most pages').waitFor();
    await quickInput.cancel();
    await workbench.page.keyboard.press('Enter');
    await quickInput.option('Most pages').waitFor();
    await quickInput.cancel();
    await workbench.reload();
    await row.click();
    await quickInput.pick('At most');
    await workbench.notification('Scan finished after 2,500 customers').waitFor();
    await row.waitFor({ state: 'detached' });
    await workbench.expand(/^Folder not known/);
    await workbench.treeItem(/^VIP.* of 2,500 scanned/).waitFor();
  });

  it('says what to do next when it has no customers', async () => {
    const { quickInput } = workbench;
    await addBotByHand(workbench, empty, 'New Shop');
    const row = workbench.treeItem(
      'No customers yet. Create a tag, or add an existing one by its ID',
    );
    await row.waitFor();
    await workbench.screenshot('add-bot-no-customers');
    await row.click();
    await quickInput.answer('First tag');
    await workbench.treeItem(/^First tag/).waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('is not added twice: the one in the list is shown', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Add Bot…');
    await quickInput.expect('Base URL');
    await quickInput.answer(`${service.baseUrl}/`);
    await quickInput.expect('API token');
    await quickInput.answer(service.token);
    await quickInput.expect('Bot ID');
    await quickInput.answer(service.botId);
    await quickInput.expect('Already on the list as "Tea House"');
    await quickInput.expect('To change its token, use "Bot Settings…" on it.');
    const known = workbench.page.getByRole('treeitem', { name: /^Tea House/ });
    await known.and(workbench.page.locator('[aria-selected="true"]')).waitFor();
    await workbench.screenshot('add-bot-known');
    await quickInput.cancel();
    assert.equal(await known.count(), 1);
  });

  it('loses its row when that is removed from the list', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Remove Bot…');
    await workbench.dialogButton('Remove');
    await workbench.treeItem(/^Tea House/).waitFor({ state: 'detached' });
    await addBotByHand(workbench, service, 'Tea House');
    const row = workbench.treeItem(/from 100 customers/);
    await workbench.contextMenu(row, 'Remove from List');
    await row.waitFor({ state: 'detached' });
    await workbench.treeItem(/^Folder not known/).waitFor();
  });

  it('is taken from a curl line of any shell, whose token is seen nowhere', async () => {
    const { quickInput } = workbench;
    const { baseUrl, botId } = pasted;
    const url = `${baseUrl}/v1/api/bot/customers?botId=${botId}&limit=1`;
    const header = `Authorization: Bearer ${TOKEN}`;
    const lines = [
      `curl -s \\\n  '${url}' \\\n  -H '${header}'\n`,
      `curl $'${url.replace('&', String.raw`\u0026`)}' -H $'Authorization: Bearer\\x20${TOKEN}'`,
      `curl.exe "${url}" ^\r\n  -H "${header}"`,
      `Invoke-RestMethod -Uri "${url}" \`\n  -Headers @{Authorization="Bearer ${TOKEN}"}`,
    ];
    for (const line of lines) {
      await askForBot(workbench);
      await quickInput.fill('');
      await workbench.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(line)})`);
      await workbench.page.keyboard.press('ControlOrMeta+v');
      await quickInput.shows(baseUrl);
      await workbench.screenshot('add-bot-curl');
      await quickInput.accept();
      await quickInput.expect('Label in the tree');
      await quickInput.shows(botId);
      await quickInput.back();
      await quickInput.expect('Base URL');
      await quickInput.cancel();
    }
    await askForBot(workbench);
    await quickInput.fill(`curl -H '${header}'`);
    await quickInput.expect('no base URL that can be used');
    await quickInput.shows('');
    await quickInput.cancel();
  });

  it('is asked at the step of a pasted field only for what the service refused', async () => {
    const { quickInput } = workbench;
    const { baseUrl } = pasted;
    const lineFor = (botId: string, token: string): string =>
      `curl '${baseUrl}/v1/api/bot/customers?botId=${botId}' -H 'Authorization: Bearer ${token}'`;
    await askForBot(workbench);
    await quickInput.fill(lineFor('bot-nowhere', `${TOKEN}-wrong`));
    await quickInput.shows(baseUrl);
    await quickInput.accept();
    await quickInput.expect('The service rejected this token (401).');
    await quickInput.shows(`${TOKEN}-wrong`);
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await workbench.screenshot('add-bot-curl-token');
    await quickInput.answer(TOKEN);
    await quickInput.expect('Check the bot ID.');
    await quickInput.shows('bot-nowhere');
    await workbench.screenshot('add-bot-curl-bot-id');
    await quickInput.answer(pasted.botId);
    await quickInput.expect('Label in the tree');
    await quickInput.back();
    await quickInput.expect('Bot ID');
    await quickInput.back();
    await quickInput.expect('API token');
    await quickInput.cancel();
  });

  it('asks for a pasted token again when it would go to another address', async () => {
    const { quickInput } = workbench;
    await askForBot(workbench);
    await quickInput.fill(`curl '${pasted.baseUrl}?botId=b' -H 'Authorization: Bearer ${TOKEN}'`);
    await quickInput.shows(pasted.baseUrl);
    const asked = service.requests.listCustomers;
    await quickInput.answer(service.baseUrl);
    await quickInput.expect('API token');
    assert.equal(service.requests.listCustomers, asked);
    await quickInput.cancel();
  });

  it('keeps what was typed for the next time but the token, and checks that in its own step', async () => {
    const { quickInput } = workbench;
    await askForBot(workbench);
    await quickInput.answer(pasted.baseUrl);
    await quickInput.expect('API token');
    await quickInput.shows('');
    await quickInput.answer('two words');
    await quickInput.expect('A token has no spaces');
    await quickInput.answer(`Bearer ${TOKEN}`);
    await quickInput.expect('Bot ID');
    await quickInput.fill(`${pasted.botId}-wrong`);
    await quickInput.cancel();
    await askForBot(workbench);
    await quickInput.shows(pasted.baseUrl);
    await quickInput.accept();
    await quickInput.expect('API token');
    await quickInput.shows('');
    await quickInput.answer(`bearer  ${TOKEN}`);
    await quickInput.expect('Bot ID');
    await quickInput.shows(`${pasted.botId}-wrong`);
    await quickInput.answer(pasted.botId);
    await quickInput.expect('Label in the tree');
    await quickInput.answer('Pasted');
    await workbench.treeItem(/^Pasted/).waitFor();
    await askForBot(workbench);
    await quickInput.shows('');
    await quickInput.cancel();
    assert.ok(!(await workbench.page.content()).includes(TOKEN));
    assert.ok(!opened.product.logs().includes(TOKEN));
    assert.deepEqual(await filesWith(opened.product.userDataDir, TOKEN), []);
  });
});
