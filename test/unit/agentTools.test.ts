import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { projectRoot } from '../../scripts/projectRoot.ts';
import { parseSegment } from '../../src/search/parseSegment.ts';
import { AGENT_TOOLS } from '../../src/commands/agentTools.ts';
import { zipEntries } from '../bench/zipEntries.ts';
import { packVsixOnce } from './artefact/packedOnce.ts';

const { languageModelTools: declared, chatSkills } = manifest.contributes;

describe('tools and skill for agents', function () {
  this.timeout(60_000);

  it('declares each tool with the input that its schema accepts', () => {
    assert.deepEqual(
      declared.map(({ name }) => name),
      Object.keys(AGENT_TOOLS),
    );
    for (const { name, inputSchema, when, toolReferenceName } of declared) {
      const schema = AGENT_TOOLS[name as keyof typeof AGENT_TOOLS];
      assert.deepEqual(Object.keys(inputSchema.properties), Object.keys(schema.shape), name);
      const needed = Object.entries(schema.shape).flatMap(([field, type]) =>
        type.safeParse(undefined).success ? [] : [field],
      );
      assert.deepEqual('required' in inputSchema ? inputSchema.required : [], needed, name);
      assert.equal(when, 'botTags.hasBots');
      assert.equal(name, `botTags_${toolReferenceName}`);
    }
  });

  it('packs a skill that is named after its folder, with the OpenAPI document beside it', async () => {
    const [{ path }, ...others] = chatSkills as [{ path: string }];
    assert.deepEqual(others, []);
    const files = new Map(zipEntries(await packVsixOnce()).map((entry) => [entry.name, entry]));
    const folder = `extension/${path.slice(2, path.lastIndexOf('/'))}`;
    const skill = files.get(`${folder}/SKILL.md`)?.content().toString() ?? assert.fail();
    assert.match(skill, /^---\nname: bot-tags\ndescription: .+\n---\n/);
    assert.ok(folder.endsWith('/bot-tags'));
    const openapi: unknown = JSON.parse(
      readFileSync(join(projectRoot, 'docs/openapi.json'), 'utf8'),
    );
    const packedOpenapi = files.get(`${folder}/openapi.json`)?.content().toString() ?? '';
    assert.deepEqual(JSON.parse(packedOpenapi), openapi);
    for (const { toolReferenceName } of declared) assert.ok(skill.includes(toolReferenceName));
  });

  it('shows only searches that can be parsed', () => {
    const skill = readFileSync(join(projectRoot, 'media/skill/SKILL.md'), 'utf8');
    const searches = /^```text\n(.*?)^```$/ms.exec(skill)?.[1]?.trim().split('\n') ?? [];
    assert.ok(searches.length > 3);
    for (const search of searches) {
      assert.equal(parseSegment(search).problem, undefined, search);
    }
  });
});
