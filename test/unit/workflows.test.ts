import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../scripts/projectRoot.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly environment?: unknown;
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Exact permissions of each job. */
const ALLOWED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'ci.yml test': { contents: 'read' },
  'ci.yml audit': { contents: 'read' },
  'weekly.yml desktop': { contents: 'read' },
  'weekly.yml long': { contents: 'read' },
  'release.yml build': { contents: 'read' },
  'release.yml attest': { 'id-token': 'write', attestations: 'write' },
  'release.yml github': { contents: 'write' },
  'release.yml marketplace': { contents: 'read', 'id-token': 'write' },
  'release.yml openvsx': { contents: 'read', 'id-token': 'write' },
};

const PINNED = /^\s*(?:- )?uses: [\w.-]+(?:\/[\w.-]+)+@[\da-f]{40} # v\d+\.\d+\.\d+$/;
const folder = join(projectRoot, '.github/workflows');

/** Returns the problems of a workflow, each with the name of its job. */
function faults(file: string, text: string): string[] {
  const { permissions, concurrency, jobs } = parse(text) as Workflow;
  const lines = text.split('\n').filter((line) => /\buses:/.test(line) && !PINNED.test(line));
  const secrets = [...text.matchAll(/secrets\.(\w+)|secrets\[/g)].map(
    ([whole, name]) => name ?? whole,
  );
  return [
    ...(JSON.stringify(permissions) === '{}' ? [] : ['the whole has permissions']),
    ...(concurrency === undefined ? ['has no concurrency'] : []),
    ...(/pull_request_target|workflow_run/.test(text) ? ['is started by strangers'] : []),
    ...lines.map((line) => `not pinned by hash: ${line.trim()}`),
    ...secrets.filter((name) => name !== 'GITHUB_TOKEN').map((name) => `uses the secret ${name}`),
    ...Object.entries(jobs).flatMap(([name, job]) =>
      jobFaults(`${file} ${name}`, job).map((fault) => `${name}: ${fault}`),
    ),
  ];
}

function jobFaults(id: string, job: Job): string[] {
  const allowed = ALLOWED[id];
  const isAllowed = JSON.stringify(job.permissions) === JSON.stringify(allowed);
  const minutes = job['timeout-minutes'];
  const publishes = job.steps.some(({ run = '' }) => /\bpublish --/.test(run));
  return [
    ...(isAllowed ? [] : [`has the permissions ${JSON.stringify(job.permissions)}`]),
    ...(minutes === undefined ? ['has no timeout'] : []),
    ...(publishes && job.environment === undefined ? ['publishes without an environment'] : []),
    ...job.steps.flatMap(stepFaults),
  ];
}

function stepFaults({ uses = '', run = '', with: inputs = {} }: Step): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const scriptNames = [...run.matchAll(/\bnpm run (?:-\S+ )*([\w:]+)/g)].map(
    ([, name = '']) => name,
  );
  const keepsToken = /\/checkout@/.test(uses) && inputs['persist-credentials'] !== false;
  return [
    ...(keepsToken ? ['leaves its token in the folder'] : []),
    ...(run.includes('${{') ? [`puts a value into a script: ${run}`] : []),
    ...scriptNames.filter((name) => !(name in scripts)).map((name) => `there is no script ${name}`),
  ];
}

describe('workflows of GitHub', () => {
  const files = readdirSync(folder);

  it('are exactly these files', () => {
    assert.deepEqual(files.toSorted(), ['ci.yml', 'release.yml', 'weekly.yml']);
  });

  for (const file of files) {
    it(`are pinned, and have few permissions: ${file}`, () => {
      assert.deepEqual(faults(file, readFileSync(join(folder, file), 'utf8')), []);
    });
  }

  it('run `npm run test:long` each week', () => {
    const { jobs } = parse(readFileSync(join(folder, 'weekly.yml'), 'utf8')) as Workflow;
    assert.ok(jobs['long']?.steps.some(({ run }) => run === 'npm run test:long'));
  });

  it('fail the check for each kind of problem', () => {
    const text = readFileSync(join(folder, 'release.yml'), 'utf8');
    const broken: readonly (readonly [string | RegExp, string, RegExp])[] = [
      [/@[\da-f]{40} # v7\.0\.0/, '@v7', /not pinned by hash: - uses: actions\/checkout@v7/],
      ['permissions: {}', 'permissions: write-all', /the whole has permissions/],
      ['contents: read', 'contents: write', /build: has the permissions/],
      ['    timeout-minutes: 150\n', '', /build: has no timeout/],
      ['persist-credentials: false', 'persist-credentials: true', /leaves its token/],
      ['"$TAG"', '"${{ github.ref_name }}"', /puts a value into a script/],
      ['secrets.GITHUB_TOKEN', 'secrets.VSCE_PAT', /uses the secret VSCE_PAT/],
      ['npm run release:check', 'npm run gone', /there is no script gone/],
      ['    environment: openvsx\n', '', /openvsx: publishes without an environment/],
      ['concurrency:', 'x-concurrency:', /has no concurrency/],
      ['  push:', '  workflow_run:', /is started by strangers/],
    ];
    for (const [from, to, fault] of broken) {
      assert.match(faults('release.yml', text.replace(from, to)).join('\n'), fault);
    }
  });
});
