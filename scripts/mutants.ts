import { parseSync } from 'oxc-parser';

/** Change to a source file that a test should detect. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  /** Text that replaces the source from `start` to `end`. */
  readonly after: string;
}

/** Node of the syntax tree, of any type. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '++': ['--'],
  '--': ['++'],
  '+=': ['-='],
  '-=': ['+='],
  '??=': ['='],
  '&': ['|'],
  '|': ['&'],
  '>>': ['<<'],
};

const METHODS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  push: 'unshift',
  shift: 'pop',
  indexOf: 'lastIndexOf',
  at: 'with',
  toSorted: 'toReversed',
  trim: 'trimStart',
};

/** Returns all mutants of a file. Types and imports have none. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  // The cast is needed because nodes of a syntax tree have many shapes.
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    mutants.push(...changesOf(node, source));
  });
  return mutants;
}

function visit(node: Node, onNode: (node: Node) => void): void {
  if (/^(?:Import|Export(?:All|Named)Declaration$|TS(?!As|Satisfies))/.test(node.type)) {
    const { declaration } = node;
    if (isNode(declaration)) visit(declaration, onNode);
    return;
  }
  onNode(node);
  for (const value of isTranslation(node) ? valuesOf(node) : Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, onNode);
  }
}

/** Whether a node calls `l10n.t`. The localized text is not mutated, because separate tests read it in the source. */
function isTranslation(node: Node): boolean {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false;
  const { object, property } = node['callee'];
  const names = [object, property].map((part) => isNode(part) && part['name']);
  return names[0] === 'l10n' && names[1] === 't';
}

/** Returns the values that are inserted into a localized text. */
function valuesOf(call: Node): readonly unknown[] {
  return Array.isArray(call['arguments']) ? call['arguments'].slice(1) : [];
}

function changesOf(node: Node, source: string): readonly Mutant[] {
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const replaced = (after: string): Mutant => ({ start: node.start, end: node.end, after });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorChanges(node, source);
    case 'UpdateExpression':
      return (OPERATORS[String(node['operator'])] ?? []).map((by) =>
        replaced(textOf(node).replace(String(node['operator']), () => by)),
      );
    case 'UnaryExpression':
      return node['operator'] === '!' ? [replaced(textOf(node).slice(1))] : [];
    case 'AwaitExpression':
      return [replaced(`(${textOf(node).slice('await'.length)})`)];
    case 'Literal':
      return literalChanges(node['value']).map(replaced);
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return isNode(node['test']) ? negations(node['test'], textOf(node['test'])) : [];
    case 'ExpressionStatement':
      return 'directive' in node && node['directive'] !== null ? [] : [replaced(';')];
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return [replaced(';')];
    case 'ArrayExpression':
      return droppedElements(node);
    case 'MemberExpression':
      return methodChanges(node);
    default:
      return [];
  }
}

function operatorChanges({ left, right, operator }: Node, source: string): readonly Mutant[] {
  if (!isNode(left) || !isNode(right)) return [];
  const between = source.slice(left.end, right.start);
  const start = left.end + between.lastIndexOf(String(operator));
  const end = start + String(operator).length;
  return (OPERATORS[String(operator)] ?? []).map((after) => ({ start, end, after }));
}

function literalChanges(value: unknown): readonly string[] {
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'number')
    return [String(value + 1), ...(value > 0 ? [String(value - 1)] : [])];
  return typeof value === 'string' ? [value === '' ? "'mutant'" : "''"] : [];
}

function negations({ start, end }: Node, text: string): readonly Mutant[] {
  return [{ start, end, after: `!(${text})` }];
}

function droppedElements({ elements }: Node): readonly Mutant[] {
  const nodes = Array.isArray(elements) ? elements.filter(isNode) : [];
  return nodes.map((element, index) => {
    const next = nodes[index + 1];
    return { start: element.start, end: next?.start ?? element.end, after: '' };
  });
}

function methodChanges({ property, computed }: Node): readonly Mutant[] {
  if (!isNode(property) || computed === true) return [];
  const after = METHODS[String(property['name'])];
  return after === undefined ? [] : [{ start: property.start, end: property.end, after }];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
