import assert from 'node:assert/strict';
import { join } from 'node:path';

import { MemoryCatalogue } from '../../../src/store/memoryCatalogue.ts';
import { openCatalogue } from '../../../src/store/openCatalogue.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { describeStore } from './storeCases.ts';

describe('store', () => {
  afterEach(cleanUp);

  describeStore('MemoryCatalogue', () => Promise.resolve(new MemoryCatalogue()));

  describeStore('SqlCatalogue', async () => {
    const folder = temporaryFolder('store');
    onCleanup(() => folder.remove());
    const { catalogue, problem } = await openCatalogue(join(folder.path, 'a/b/catalogue.sqlite'));
    assert.equal(problem, undefined);
    return catalogue;
  });
});
