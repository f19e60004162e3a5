import assert from 'node:assert/strict';
import { environmentKind, isProduction } from '../../../src/base/model.ts';

describe('environmentKind', () => {
  const kinds = {
    '': 'none',
    '  ': 'none',
    production: 'production',
    ' PROD ': 'production',
    Staging: 'staging',
    stage: 'staging',
    dev: 'development',
    Development: 'development',
    products: 'other',
    正式: 'other',
    constructor: 'other',
  };
  for (const [environment, kind] of Object.entries(kinds)) {
    it(`classifies "${environment}" as ${kind}`, () => {
      assert.equal(environmentKind({ environment }), kind);
      assert.equal(isProduction({ environment }), kind === 'production');
    });
  }
});
