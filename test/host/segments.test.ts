import assert from 'node:assert/strict';
import { fileBotKey } from '../../src/catalogue/workspaceFile.ts';
import { failure, product, run, until } from './product.ts';
import { useWorkspaceFile } from './useWorkspaceFile.ts';

const BASE_URL = 'https://first.invalid';
const BOT = fileBotKey({ baseUrl: BASE_URL, botId: 'bot-f' });
const TEXT = `// ours
{
  "version": 1,
  "bots": [
    {
      "baseUrl": "${BASE_URL}",
      "botId": "bot-f", // the one
      "segments": [
        // of sales
        { "name": "Sleepers", "segment": "active > 90d" },
        { "name": "Odd", "segment": "tag:\\"a b\\" and colour = red" }
      ],
      "tags": { "tag-1": "One" }
    }
  ]
}
`;

describe('Save Segment…', () => {
  const file = useWorkspaceFile();

  it('adds a segment to the file without changing other lines, and replaces one only if requested', async () => {
    await file.write(TEXT);
    await run('botTags.loadCatalogueFile', {});
    const segment = { bot: BOT, name: 'New', segment: 'not blocked', in: 'file' } as const;
    await run('botTags.saveSegment', segment);
    const written = await file.read();
    const line = ',\n        { "name": "New", "segment": "not blocked" }';
    assert.equal(written, TEXT.replace('red" }', `red" }${line}`));
    const refused = failure(run('botTags.saveSegment', { ...segment, segment: 'tags = 0' }));
    assert.match(await refused, /"New" already exists/);
    assert.equal(await file.read(), written);
    await run('botTags.saveSegment', { ...segment, segment: 'tags = 0', overwrite: true });
    assert.equal(await file.read(), written.replace('not blocked', 'tags = 0'));
  });

  it('reports an error in a segment of the file at its position, and loads the rest', async () => {
    await file.write(TEXT);
    assert.deepEqual(await run('botTags.loadCatalogueFile', {}), { bots: 1, items: 1 });
    await until('the problem is shown', () => file.problems().length === 1);
    assert.match(
      file.problems()[0] ?? '',
      /^10: undefined: This part of the file was not loaded\. The rest of the file was loaded\. "colour" is not a condition\./,
    );
  });

  it('stores a segment in the workspace until its bot is removed from the list', async () => {
    const { workspaceState } = (await product()).context;
    await file.write(TEXT);
    await run('botTags.loadCatalogueFile', {});
    const windowSegment = { bot: BOT, name: 'Mine', segment: 'blocked', in: 'window' } as const;
    await run('botTags.saveSegment', windowSegment);
    assert.equal(await file.read(), TEXT);
    const key = `segments.${BOT}`;
    assert.deepEqual(workspaceState.get(key), [{ name: 'Mine', text: 'blocked' }]);
    assert.match(await failure(run('botTags.saveSegment', windowSegment)), /already/);
    const withInvalidSegment = failure(
      run('botTags.saveSegment', { ...windowSegment, segment: 'colour = red' }),
    );
    assert.match(await withInvalidSegment, /"colour" is not a condition/);
    await run('botTags.removeBot', { bot: BOT, confirmed: true });
    await until('the segment is deleted', () => workspaceState.get(key) === undefined);
  });
});
