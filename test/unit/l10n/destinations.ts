import { allSources, child, children, nameOf, visit, type Node, type Source } from './syntax.ts';

/** Part of the UI or of an error that finally shows a text, determined from the syntax tree. */
export type Destination =
  | 'error'
  | 'warning'
  | 'information'
  | 'done'
  | 'question'
  | 'progress'
  | 'validation'
  | 'problem'
  | 'empty'
  | 'other';

function mapOf(entries: Readonly<Record<string, Destination>>): ReadonlyMap<string, Destination> {
  return new Map(Object.entries(entries));
}

/** Functions and classes that show or throw their argument. */
const SHOWN_BY: ReadonlyMap<string, Destination> = mapOf({
  showError: 'error',
  showErrorMessage: 'error',
  UserError: 'error',
  NoticeError: 'error',
  TooLargeText: 'error',
  describeError: 'error',
  showWarning: 'warning',
  showInformation: 'information',
  sayDone: 'done',
  ask: 'question',
  confirm: 'question',
  showProgress: 'progress',
  withProgress: 'progress',
  diagnosticAt: 'problem',
});

/** Variables and properties whose value is shown. */
const SHOWN_AS: ReadonlyMap<string, Destination> = mapOf({
  validationMessage: 'validation',
  check: 'validation',
  validate: 'validation',
  none: 'empty',
  empty: 'empty',
});

/** Parts of the UI that are not messages: buttons, titles, items to pick. */
const NO_MESSAGE = new Set([
  ...['label', 'title', 'placeholder', 'prompt', 'description', 'tooltip', 'saveLabel', 'close'],
  ...['name', 'iconPath', 'accessibilityInformation', 'resumeTitle', 'buttons', 'button'],
]);

/** Nodes whose value contains the value of a node directly inside. */
const TRANSPARENT_NODES = new Set([
  ...['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral', 'BinaryExpression'],
  ...['ArrayExpression', 'SpreadElement', 'AwaitExpression', 'ObjectExpression', 'ChainExpression'],
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'],
]);

/** Functions that build a text from others. The walk continues at the result of the call. */
const BUILDERS = new Set(['sentences', 'labeled', 'quoted', 'plain', 'cutMiddle']);

/** Maximum number of nodes between a text and its destination. After more, the text is part of many other values. */
const MAX_STEPS = 14;

/** A node, and the file that contains it. */
interface LocatedNode {
  readonly source: Source;
  readonly node: Node;
}

/** Result of one step from a node: a destination, or the node at which the walk continues. */
type Step = Destination | LocatedNode;

/**
 * Finds the parts of the UI that show a text. Starting at the literal, each step goes to a node that receives the value:
 * an expression around it, a variable, a parameter, or the callers of a function.
 */
export class Destinations {
  /** All identifiers by name, except those of imports. */
  readonly #uses = new Map<string, LocatedNode[]>();
  /** Cached steps from each node. */
  readonly #steps = new Map<Node, readonly Step[]>();
  /** Names that each file imports. */
  readonly #imported = new Map<Source, Set<string>>();

  constructor() {
    for (const source of allSources()) {
      this.#imported.set(source, new Set());
      visit(source.program, (node, parent) => this.#addIdentifier({ source, node }, parent));
    }
  }

  #addIdentifier(at: LocatedNode, parent: Node | undefined): void {
    const { source, node } = at;
    if (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier') return;
    const name = nameOf(node) ?? '';
    if (parent?.type === 'ImportSpecifier') {
      this.#imported.get(source)?.add(name);
      return;
    }
    const uses = this.#uses.get(name);
    if (uses === undefined) this.#uses.set(name, [at]);
    else uses.push(at);
  }

  /**
   * Returns the destinations of the value of a node, followed through the names of variables,
   * parameters, functions and properties.
   */
  of(source: Source, node: Node): ReadonlySet<Destination> {
    const destinations = new Set<Destination>();
    const seen = new Set([node]);
    let current: readonly LocatedNode[] = [{ source, node }];
    for (let steps = 0; steps < MAX_STEPS && current.length > 0; steps++) {
      const next: LocatedNode[] = [];
      for (const step of current.flatMap((at) => this.#cachedSteps(at))) {
        if (typeof step === 'string') destinations.add(step);
        else if (!seen.has(step.node)) next.push(step);
        if (typeof step !== 'string') seen.add(step.node);
      }
      current = next;
    }
    return destinations;
  }

  #cachedSteps(at: LocatedNode): readonly Step[] {
    const cached = this.#steps.get(at.node);
    if (cached !== undefined) return cached;
    const steps = this.#stepsFrom(at);
    this.#steps.set(at.node, steps);
    return steps;
  }

  #stepsFrom({ source, node }: LocatedNode): readonly Step[] {
    const parent = source.parents.get(node);
    if (parent === undefined) return [];
    const parentNode = { source, node: parent };
    if (TRANSPARENT_NODES.has(parent.type))
      return child(parent, 'test') === node ? [] : [parentNode];
    switch (parent.type) {
      case 'CallExpression':
      case 'NewExpression':
        return this.#fromCall(parentNode, node);
      case 'MemberExpression':
        return child(parent, 'object') === node ? [memberOrCall(parentNode)] : [];
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        return this.#fromResult(parentNode);
      case 'VariableDeclarator':
        return this.#fromName(source, child(parent, 'id'));
      case 'AssignmentExpression':
        return this.#fromAssigned(parentNode);
      case 'Property':
        return this.#fromProperty(parentNode, node);
      case 'PropertyDefinition':
        return this.#fromMembers(source, nameOf(child(parent, 'key')) ?? '');
      default:
        return [];
    }
  }

  #fromCall(call: LocatedNode, node: Node): readonly Step[] {
    const callee = child(call.node, 'callee');
    if (callee === node) return [call];
    const name = nameOf(callee) ?? '';
    const destination = SHOWN_BY.get(name);
    const index = children(call.node, 'arguments').indexOf(node);
    // A problem has its position before the message. Buttons follow the message.
    if (destination !== undefined)
      return [index === (destination === 'problem' ? 1 : 0) ? destination : 'other'];
    if (name === 'report') return ['progress'];
    if (callee?.type === 'Super') return [isOfPage(call.source.file) ? 'other' : 'error'];
    if (callee?.type === 'MemberExpression' && /^(?:push|unshift|add)$/.test(name))
      return this.#fromName(call.source, child(callee, 'object'));
    if (BUILDERS.has(name)) return [call];
    const parameters = this.#parameters(call.source, name, index);
    // Methods of arrays and strings, and functions of other packages, pass the value on.
    return parameters.length === 0
      ? [call]
      : parameters.flatMap(({ source, node: id }) => this.#fromName(source, id));
  }

  #fromResult({ source, node }: LocatedNode): readonly Step[] {
    let declaration: Node | undefined = node;
    while (declaration !== undefined && !/Function/.test(declaration.type))
      declaration = source.parents.get(declaration);
    if (declaration === undefined) return [];
    if (declaration.type === 'FunctionDeclaration')
      return this.#fromCalls(source, nameOf(child(declaration, 'id')) ?? '');
    const parent = source.parents.get(declaration);
    return parent?.type === 'MethodDefinition'
      ? this.#fromMembers(source, nameOf(child(parent, 'key')) ?? '')
      : [{ source, node: declaration }];
  }

  /** Returns the calls of a function by its name, in its file and in files that import it. */
  #fromCalls(source: Source, name: string): readonly Step[] {
    const destination = SHOWN_BY.get(name);
    if (destination !== undefined) return [destination];
    return this.#usesOf(source, name).filter((use) => {
      const parent = use.source.parents.get(use.node);
      return !(parent?.type === 'FunctionDeclaration' && child(parent, 'id') === use.node);
    });
  }

  /** Members of pages and of the extension host with the same name have nothing in common. */
  #fromMembers({ file }: Source, name: string): readonly Step[] {
    const as = SHOWN_AS.get(name);
    if (as !== undefined) return [as];
    if (NO_MESSAGE.has(name)) return ['other'];
    return (this.#uses.get(name) ?? []).flatMap(({ source, node }) => {
      const parent = source.parents.get(node);
      const isMember = parent?.type === 'MemberExpression' && child(parent, 'property') === node;
      const isNear = isOfPage(source.file) === isOfPage(file);
      return isMember && isNear ? [{ source, node: parent }] : [];
    });
  }

  #fromName(source: Source, id: Node | undefined): readonly Step[] {
    const name = nameOf(id);
    if (name === undefined || id === undefined) return [];
    if (id.type === 'MemberExpression') return this.#fromMembers(source, name);
    const { start, end } = scopeOf(source, id);
    return (this.#uses.get(name) ?? []).filter(
      (use) =>
        use.source === source && use.node !== id && use.node.start >= start && use.node.end <= end,
    );
  }

  #fromAssigned({ source, node }: LocatedNode): readonly Step[] {
    const left = child(node, 'left');
    const as = SHOWN_AS.get(nameOf(left) ?? '');
    if (as !== undefined) return [as];
    const receiver = left === undefined ? undefined : child(left, 'object');
    if (nameOf(left) === 'message' && /view$/i.test(nameOf(receiver) ?? '')) return ['empty'];
    return this.#fromName(source, left);
  }

  #fromProperty({ source, node: property }: LocatedNode, node: Node): readonly Step[] {
    if (child(property, 'value') !== node) return [];
    const name = nameOf(child(property, 'key')) ?? '';
    const as = SHOWN_AS.get(name);
    if (as !== undefined) return [as];
    const object = source.parents.get(property);
    if (name === 'title' && isProgressOptions(source, object)) return ['progress'];
    if (NO_MESSAGE.has(name)) return ['other'];
    return object === undefined ? [] : [{ source, node: object }];
  }

  /** Returns the parameters that receive the argument at `index`. */
  #parameters(source: Source, name: string, index: number): readonly LocatedNode[] {
    if (index < 0 || name === '') return [];
    return this.#usesOf(source, name).flatMap((use) => {
      const declaration = use.source.parents.get(use.node);
      const isDeclaration =
        declaration?.type === 'FunctionDeclaration' && child(declaration, 'id') === use.node;
      const node = isDeclaration ? children(declaration, 'params')[index] : undefined;
      return node === undefined ? [] : [{ source: use.source, node }];
    });
  }

  /** Returns the uses of a function's name: its calls and its declaration. */
  #usesOf(source: Source, name: string): readonly LocatedNode[] {
    const isImported = this.#imported.get(source)?.has(name) === true;
    return (this.#uses.get(name) ?? []).filter(
      (use) =>
        use.source === source || isImported || this.#imported.get(use.source)?.has(name) === true,
    );
  }
}

/** Returns the call for `text.join(…)`, and the member for `texts[kind]` and `texts.kind`. */
function memberOrCall(member: LocatedNode): LocatedNode {
  const parent = member.source.parents.get(member.node);
  const isCalled = parent?.type === 'CallExpression' && child(parent, 'callee') === member.node;
  return isCalled ? { source: member.source, node: parent } : member;
}

function isProgressOptions({ parents }: Source, object: Node | undefined): boolean {
  const call = object === undefined ? undefined : parents.get(object);
  return call?.type === 'CallExpression' && nameOf(child(call, 'callee')) === 'withProgress';
}

export function isOfPage(file: string): boolean {
  return /^src\/\w+\/page\//.test(file);
}

/** Returns the function around a node, or the file. */
function scopeOf({ parents, program }: Source, node: Node): Node {
  let at: Node | undefined = node;
  while (at !== undefined && !/Function/.test(at.type)) at = parents.get(at);
  return at ?? program;
}
