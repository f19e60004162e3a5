import { existsSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { readRefactor, writeRefactor } from '../../../src/runs/refactorState.ts';
import { answersForProgram } from '../../../src/refactor/ui/refactorSummary.ts';
import { openClient } from '../service/client.ts';
import { refactor, watch } from './refactoring.ts';

/** Arguments from the parent process, which kills this process. */
export interface ChildOrder {
  readonly baseUrl: string;
  readonly botId: string;
  /** File with the state of the refactor. The file exists. */
  readonly file: string;
  readonly isResumed: boolean;
  /** ID of the new tag, if it was created. */
  readonly createdTagId: string | undefined;
  readonly timeLimitMs: number;
  /** Whether a program that has confirmed the refactor resumes it. */
  readonly isByProgram?: boolean;
}

const order = JSON.parse(process.argv[2] ?? '') as ChildOrder;
const { baseUrl, botId, file, isResumed, createdTagId, timeLimitMs, isByProgram = false } = order;
const begin = existsSync(file) ? readRefactor(readFileSync(file, 'utf8')) : undefined;
if (begin === undefined) throw new Error(`${file} cannot be read`);

const pacing = { limits: { maxTries: 8, maxTotalMs: 60_000 } };
const { service } = openClient(baseUrl, { timeoutMs: timeLimitMs, keepsLog: false, pacing });
const writeLine = (line: string): void => void writeSync(1, `${line}\n`);
const watched = watch(
  { sandbox: { botId }, service },
  {
    begin,
    timeLimitMs,
    questions: isByProgram
      ? answersForProgram('complete').questions
      : {
          unknownCreate: async (error) => {
            // The response was lost just now. The parent looks up the new tag, and passes its ID to the next process.
            if (error !== undefined) return 'stop';
            return createdTagId === undefined ? 'again' : { id: createdTagId };
          },
          start: async () => 'attach',
          deleteOld: async ({ isComplete }) => (isComplete ? 'delete' : 'keep'),
        },
    onProgress: ({ kind }) => writeLine(kind),
    onStep: () => writeLine('step'),
    onSave: (state) => {
      writeFileSync(`${file}.new`, writeRefactor(state));
      renameSync(`${file}.new`, file);
    },
  },
);
const end = await refactor(watched, isResumed).run();
writeLine(
  JSON.stringify({ kind: end.kind, error: 'error' in end ? String(end.error) : undefined }),
);
process.exit(0);
