import { CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT } from './jsonBytes.ts';
import { spaceEnd, spanText, valueEnd } from './jsonScan.ts';

/** An object or an array that is read, or being read. */
interface Nest {
  readonly isObject: boolean;
  readonly children: Child[];
  /** Of the member whose value comes next. */
  name: string | undefined;
}

interface Child {
  /** As JSON; empty in an array. */
  readonly name: string;
  readonly value: string | Nest;
}

/**
 * The JSON at `start`, which has been scanned before: the members of each object by name, escapes resolved, numbers as
 * they are spelled. Without a call for each level: it may have any depth.
 */
export function sortedJson(json: Uint8Array, start: number): string {
  const top: Nest = { isObject: false, children: [], name: undefined };
  const open = [top];
  let at = start;
  for (let nest = open.at(-1); nest !== undefined; nest = open.at(-1)) {
    const byte = json[at];
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      const inner = { isObject: byte === OPEN_OBJECT, children: [], name: undefined };
      add(nest, inner);
      open.push(inner);
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) open.pop();
    else if (byte !== COMMA && byte !== COLON) {
      const end = valueEnd(json, at);
      addScalar(nest, spanText(json, { start: at, end }));
      at = end - 1;
    }
    if (open.length === 1) break;
    at = spaceEnd(json, at + 1);
  }
  return textOf(top);
}

function addScalar(nest: Nest, text: string): void {
  const normal = text.startsWith('"') ? JSON.stringify(JSON.parse(text)) : text;
  if (nest.isObject && nest.name === undefined) nest.name = normal;
  else add(nest, normal);
}

function add(nest: Nest, value: string | Nest): void {
  nest.children.push({ name: nest.name ?? '', value });
  nest.name = undefined;
}

interface Writing {
  readonly nest: Nest;
  readonly children: readonly Child[];
  /** How many of them are written. */
  written: number;
}

function textOf(top: Nest): string {
  const out: string[] = [];
  const open: Writing[] = [{ nest: top, children: top.children, written: 0 }];
  for (let writing = open.at(-1); writing !== undefined; writing = open.at(-1)) {
    const { nest, children, written } = writing;
    const child = children[written];
    if (child === undefined) {
      open.pop();
      if (open.length > 0) out.push(nest.isObject ? '}' : ']');
      continue;
    }
    writing.written++;
    if (written > 0) out.push(',');
    if (nest.isObject) out.push(child.name, ':');
    if (typeof child.value === 'string') out.push(child.value);
    else {
      out.push(child.value.isObject ? '{' : '[');
      open.push({ nest: child.value, children: inOrder(child.value), written: 0 });
    }
  }
  return out.join('');
}

/** Members of one name stay in the order in which they came. */
function inOrder({ isObject, children }: Nest): readonly Child[] {
  if (!isObject) return children;
  return children.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
