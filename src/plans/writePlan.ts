import { createTimeSlicer } from '../base/promises.ts';
import { jsonText } from '../base/jsonValues.ts';
import { cutMiddle, oneLine } from '../base/safeText.ts';
import { MAX_PLAN_LINES, type PlanHead, type PlanSource, type PlanTotals } from '../base/plan.ts';
import { TotalsCounter } from './planTotals.ts';
import { lineText, nameComment, type PlanLine } from './lineText.ts';

/** When the text reaches this length (UTF-16 code units), it is encoded as a chunk. */
const CHUNK_LENGTH = 1 << 17;

const MAX_COMMENT_LENGTH = 1000;

const encoder = new TextEncoder();

/**
 * Returns the comments at the top of a plan file, in the user's language. They may contain untrusted text. The writer
 * converts each of them to a single plain line.
 */
export type PlanComments = (totals: PlanTotals, fileNumber: number) => readonly string[];

export interface PlanFile {
  readonly lineCount: number;
  /** UTF-8 text, in consecutive chunks. */
  readonly chunks: readonly Uint8Array[];
}

/**
 * Yields at least one file. Each has at most `MAX_PLAN_LINES` lines, and only one is in memory at a time. Works in time
 * slices.
 * @throws the signal's reason on abort
 */
export async function* writePlan(
  head: PlanHead,
  lines: Iterable<PlanLine> | AsyncIterable<PlanLine>,
  comments: PlanComments,
  signal: AbortSignal,
): AsyncGenerator<PlanFile, void, undefined> {
  const pauseIfDue = createTimeSlicer();
  let file = new FileBuilder(head, comments, 1);
  for await (const line of lines) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    signal.throwIfAborted();
    if (file.lineCount === MAX_PLAN_LINES) {
      yield file.build();
      file = new FileBuilder(head, comments, file.number + 1);
    }
    file.add(line);
  }
  signal.throwIfAborted();
  yield file.build();
}

class FileBuilder {
  /** Number of the file, from 1. */
  readonly number: number;
  lineCount = 0;
  readonly #head: PlanHead;
  readonly #comments: PlanComments;
  readonly #totals: TotalsCounter;
  readonly #chunks: Uint8Array[] = [];
  #text = '';
  /** Name comment of the previous line. It follows the comma, which is written only if there is a next line. */
  #nameComment = '';

  constructor(head: PlanHead, comments: PlanComments, number: number) {
    this.#head = head;
    this.#comments = comments;
    this.number = number;
    this.#totals = new TotalsCounter(head);
  }

  add(line: PlanLine): void {
    this.#totals.add(line);
    const object = lineText(this.#head, line);
    this.#text += `${this.lineCount === 0 ? '' : `,${this.#nameComment}`}\n    ${object}`;
    this.#nameComment = nameComment(line, object);
    this.lineCount++;
    if (this.#text.length >= CHUNK_LENGTH) this.#encode();
  }

  build(): PlanFile {
    this.#text += this.lineCount === 0 ? ']\n}\n' : `${this.#nameComment}\n  ]\n}\n`;
    this.#encode();
    const comments = this.#comments(this.#totals.totals(), this.number);
    const header = encoder.encode(comments.map(commentText).join('') + headText(this.#head));
    return { lineCount: this.lineCount, chunks: [header, ...this.#chunks] };
  }

  #encode(): void {
    this.#chunks.push(encoder.encode(this.#text));
    this.#text = '';
  }
}

function commentText(line: string): string {
  return `// ${cutMiddle(oneLine(line), MAX_COMMENT_LENGTH)}\n`;
}

/** Returns the JSON up to the opening bracket of the list of lines. */
function headText(head: PlanHead): string {
  const { action, botId, baseUrl, environment, tags, checkFirst, made, source } = head;
  const tagObjects = tags.map(
    ({ id, name, action: tagAction }) =>
      `    {${tagAction === undefined ? '' : `"do": "${tagAction}", `}"id": ${jsonText(id)}, "name": ${jsonText(name)}}`,
  );
  const taggingMembers =
    action === 'delete'
      ? []
      : [`"tags": [\n${tagObjects.join(',\n')}\n  ]`, `"checkFirst": ${checkFirst}`];
  const members = [
    '"plan": 1',
    `"do": "${action}"`,
    `"bot": ${jsonText(botId)}`,
    `"baseUrl": ${jsonText(baseUrl)}`,
    `"environment": ${jsonText(environment)}`,
    ...taggingMembers,
    `"made": "${new Date(made).toISOString()}"`,
    `"source": ${sourceText(source)}`,
    `"${action === 'delete' ? 'items' : 'users'}": [`,
  ];
  return `{\n  ${members.join(',\n  ')}`;
}

function sourceText(source: PlanSource): string {
  const file = source.kind === 'file' ? `, "file": ${jsonText(source.file)}` : '';
  return `{"from": "${source.kind}"${file}}`;
}
