import type { Node } from 'jsonc-parser';
import type { FileBot } from '../catalogue/workspaceFile.ts';
import type { FileProblem, FileSegment, TextRange } from '../catalogue/workspaceFileText.ts';

type Read = {
  readonly segments: readonly FileSegment[];
  readonly leftOut: readonly FileProblem[];
};

/** The segments of a bot. One that cannot be read is left out: the team's tags do not wait for it. */
export function readSegments(
  list: Node | undefined,
  bot: Pick<FileBot, 'baseUrl' | 'botId'>,
): Read {
  if (list === undefined) return { segments: [], leftOut: [] };
  if (list.type !== 'array') return { segments: [], leftOut: [leftOut('segments', list)] };
  const segments: FileSegment[] = [];
  const problems: FileProblem[] = [];
  const names = new Set<string>();
  for (const node of list.children ?? []) {
    const [name, segment] = [textOf(node, 'name'), textOf(node, 'segment')];
    if (name === undefined || segment === undefined) problems.push(leftOut('segment', node));
    else if (names.has(name.value)) {
      problems.push(leftOut('duplicate-segment', name.node, name.value));
    } else {
      names.add(name.value);
      const { offset, length } = segment.node;
      const textAt = { offset, length };
      segments.push({ ...bot, name: name.value, text: segment.value, textAt });
    }
  }
  return { segments, leftOut: problems };
}

function textOf(
  node: Node,
  name: string,
): { readonly node: Node; readonly value: string } | undefined {
  if (node.type !== 'object') return undefined;
  const member = node.children?.find((one) => one.children?.[0]?.value === name);
  const found = member?.children?.[1];
  const value: unknown = found?.value;
  if (found?.type !== 'string' || typeof value !== 'string') return undefined;
  return value.trim() !== '' && value.isWellFormed() ? { node: found, value } : undefined;
}

function leftOut(code: FileProblem['code'], at: TextRange, detail = ''): FileProblem {
  return { code, offset: at.offset, length: at.length, detail };
}
