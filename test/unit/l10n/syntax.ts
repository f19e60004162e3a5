import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { sources } from '../../../scripts/house/imports.ts';
import { projectRoot } from '../../../scripts/projectRoot.ts';

/** Node of the syntax tree, of any kind. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Parsed file of the project. */
export interface Source {
  /** Path relative to the project. */
  readonly file: string;
  readonly text: string;
  readonly program: Node;
  readonly parents: ReadonlyMap<Node, Node>;
}

export function parse(file: string, text: string): Source {
  // The nodes of a syntax tree have too many shapes for a precise type.
  const program = parseSync(file, text).program as unknown as Node;
  const parents = new Map<Node, Node>();
  visit(program, (node, parent) => {
    if (parent !== undefined) parents.set(node, parent);
  });
  return { file, text, program, parents };
}

let parsed: readonly Source[] | undefined;

/** Returns every file below `src`. The files are read once. */
export function allSources(): readonly Source[] {
  parsed ??= sources.map((file) => parse(file, readFileSync(join(projectRoot, file), 'utf8')));
  return parsed;
}

/** Calls `onNode` for a node and all nodes below it, each before the nodes inside it. */
export function visit(
  node: Node,
  onNode: (node: Node, parent: Node | undefined) => void,
  parent?: Node,
): void {
  onNode(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, onNode, node);
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Returns the node in this field. `undefined` if the field has no node. */
export function child(node: Node, field: string): Node | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** Returns the nodes in a field that is a list. */
export function children(node: Node, field: string): readonly Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Returns the name `a` of `a`, `x.a` and `x.#a`. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'MemberExpression') return nameOf(child(node, 'property'));
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return nameOf(child(node, 'expression'));
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  const { name } = node;
  return typeof name === 'string' ? name : undefined;
}

export function lineOf({ text }: Source, node: Node): number {
  return text.slice(0, node.start).split('\n').length;
}

/** Returns the text of a literal. In a template, each value is `{…}`. */
export function literalText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = children(node, 'quasis').map(({ value }) =>
    String((value as { readonly cooked: unknown }).cooked),
  );
  return parts.join('{…}');
}
