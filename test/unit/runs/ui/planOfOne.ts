import type { Plan } from '../../../../src/base/plan.ts';
import { BOT } from '../../base/fakes.ts';
import { USER } from '../../service/client.ts';

/** Plan that attaches a tag to one user, on line 1. */
export const PLAN: Plan = {
  action: 'attach',
  botId: BOT.botId,
  baseUrl: BOT.baseUrl,
  environment: '',
  tags: [{ id: 't', name: 'VIP' }],
  checkFirst: false,
  made: 0,
  source: { kind: 'selected' },
  users: [{ user: USER, skip: undefined, except: [], row: undefined, name: undefined, line: 1 }],
  items: [],
};
