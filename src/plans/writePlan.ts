import { slices } from '../base/promises.ts';
import { jsonText } from '../base/jsonValues.ts';
import { cutMiddle, oneLine } from '../base/text.ts';
import { MAX_PLAN_LINES, type PlanHead, type PlanSource } from '../base/plan.ts';
import type { PlanFile, PlanLine, PlanWords } from './planTexts.ts';
import { TotalsCount } from './planTotals.ts';
import { lineText, nameComment } from './lineText.ts';

/** UTF-16 units that are encoded at a time. */
const CHUNK = 1 << 17;

/** So much of a comment line is enough to tell the plan by. */
const LONGEST_COMMENT = 1000;

const encoder = new TextEncoder();

export async function* writePlan(
  head: PlanHead,
  lines: Iterable<PlanLine> | AsyncIterable<PlanLine>,
  words: PlanWords,
  signal: AbortSignal,
): AsyncGenerator<PlanFile, void, undefined> {
  const due = slices();
  let file = new FileParts(head, words, 1);
  for await (const line of lines) {
    const rest = due();
    if (rest !== undefined) await rest;
    signal.throwIfAborted();
    if (file.lines === MAX_PLAN_LINES) {
      yield file.whole();
      file = new FileParts(head, words, file.number + 1);
    }
    file.add(line);
  }
  signal.throwIfAborted();
  yield file.whole();
}

class FileParts {
  readonly number: number;
  lines = 0;
  readonly #head: PlanHead;
  readonly #words: PlanWords;
  readonly #totals: TotalsCount;
  readonly #chunks: Uint8Array[] = [];
  #text = '';
  /** Of the line before: it stands after the comma. */
  #comment = '';

  constructor(head: PlanHead, words: PlanWords, number: number) {
    this.#head = head;
    this.#words = words;
    this.number = number;
    this.#totals = new TotalsCount(head);
  }

  add(line: PlanLine): void {
    this.#totals.add(line);
    const object = lineText(this.#head, line);
    this.#text += `${this.lines === 0 ? '' : `,${this.#comment}`}\n    ${object}`;
    this.#comment = nameComment(line, object);
    this.lines++;
    if (this.#text.length >= CHUNK) this.#encode();
  }

  whole(): PlanFile {
    this.#text += this.lines === 0 ? ']\n}\n' : `${this.#comment}\n  ]\n}\n`;
    this.#encode();
    const totals = this.#totals.totals();
    const comments = this.#words.comments(totals, this.number).map(commentText).join('');
    const above = encoder.encode(comments + headText(this.#head));
    return { number: this.number, chunks: [above, ...this.#chunks], totals };
  }

  #encode(): void {
    this.#chunks.push(encoder.encode(this.#text));
    this.#text = '';
  }
}

function commentText(line: string): string {
  return `// ${cutMiddle(oneLine(line), LONGEST_COMMENT)}\n`;
}

/** Up to the bracket behind which the lines stand. */
function headText(head: PlanHead): string {
  const { action, botId, baseUrl, environment, tags, checkFirst, made, source } = head;
  const listed = tags.map(
    ({ id, name, action: own }) =>
      `    {${own === undefined ? '' : `"do": "${own}", `}"id": ${jsonText(id)}, "name": ${jsonText(name)}}`,
  );
  const tagging =
    action === 'delete'
      ? []
      : [`"tags": [\n${listed.join(',\n')}\n  ]`, `"checkFirst": ${checkFirst}`];
  const members = [
    '"plan": 1',
    `"do": "${action}"`,
    `"bot": ${jsonText(botId)}`,
    `"baseUrl": ${jsonText(baseUrl)}`,
    `"environment": ${jsonText(environment)}`,
    ...tagging,
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
