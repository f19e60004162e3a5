import { allSources, child, children, nameOf, visit, type Node, type Source } from './syntax.ts';

/** Where a text ends up, as far as the syntax tree tells. */
export type Place =
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

function mapOf(entries: Readonly<Record<string, Place>>): ReadonlyMap<string, Place> {
  return new Map(Object.entries(entries));
}

/** Functions and classes that show what they are given, or throw it at a person. */
const SHOWN_BY: ReadonlyMap<string, Place> = mapOf({
  ...{ showError: 'error', showErrorMessage: 'error', UserError: 'error' },
  NoticeError: 'error',
  ...{ TooLargeText: 'error', describeError: 'error', showWarning: 'warning' },
  ...{ showInformation: 'information', sayDone: 'done', ask: 'question' },
  ...{ withNotification: 'progress', withStatus: 'progress', whileCancellable: 'progress' },
  ...{ withProgress: 'progress', diagnosticAt: 'problem' },
});

/** What a text is assigned to, or the value of. */
const SHOWN_AS: ReadonlyMap<string, Place> = mapOf({
  ...{ validationMessage: 'validation', check: 'validation', validate: 'validation' },
  ...{ none: 'empty', empty: 'empty' },
});

/** Parts of what is shown that are no message: its buttons, its title, what is picked from. */
const NO_MESSAGE = new Set([
  ...['label', 'title', 'placeholder', 'prompt', 'description', 'tooltip', 'saveLabel', 'close'],
  ...['name', 'iconPath', 'accessibilityInformation', 'resumeTitle', 'buttons', 'button'],
]);

const THROUGH = new Set([
  ...['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral', 'BinaryExpression'],
  ...['ArrayExpression', 'SpreadElement', 'AwaitExpression', 'ObjectExpression', 'ChainExpression'],
  ...['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'ParenthesizedExpression'],
]);

/** What makes a text of others, for all kinds of places: a text goes on where it was called. */
const MAKING = new Set(['sentences', 'labelled', 'quoted', 'plain', 'cutMiddle']);

/** Farther than this a text is not followed: by then it is a part of much else. */
const MOST_STEPS = 14;

/** A node, and the file that it is in. */
interface At {
  readonly source: Source;
  readonly node: Node;
}

type Step = Place | At;

export class Places {
  readonly #uses = new Map<string, At[]>();
  readonly #steps = new Map<Node, readonly Step[]>();
  readonly #imported = new Map<Source, Set<string>>();

  constructor() {
    for (const source of allSources()) {
      this.#imported.set(source, new Set());
      visit(source.program, (node, parent) => this.#note({ source, node }, parent));
    }
  }

  #note(at: At, parent: Node | undefined): void {
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

  /** Where the value of a node goes, by the names of variables, parameters, functions and properties. */
  of(source: Source, node: Node): ReadonlySet<Place> {
    const places = new Set<Place>();
    const seen = new Set([node]);
    let now: readonly At[] = [{ source, node }];
    for (let steps = 0; steps < MOST_STEPS && now.length > 0; steps++) {
      const next: At[] = [];
      for (const to of now.flatMap((at) => this.#from(at))) {
        if (typeof to === 'string') places.add(to);
        else if (!seen.has(to.node)) next.push(to);
        if (typeof to !== 'string') seen.add(to.node);
      }
      now = next;
    }
    return places;
  }

  #from(at: At): readonly Step[] {
    const known = this.#steps.get(at.node);
    if (known !== undefined) return known;
    const steps = this.#stepsFrom(at);
    this.#steps.set(at.node, steps);
    return steps;
  }

  #stepsFrom({ source, node }: At): readonly Step[] {
    const parent = source.parents.get(node);
    if (parent === undefined) return [];
    const up = { source, node: parent };
    if (THROUGH.has(parent.type)) return child(parent, 'test') === node ? [] : [up];
    switch (parent.type) {
      case 'CallExpression':
      case 'NewExpression':
        return this.#fromCall(up, node);
      case 'MemberExpression':
        return child(parent, 'object') === node ? [memberOrCall(up)] : [];
      case 'ReturnStatement':
      case 'ArrowFunctionExpression':
        return this.#fromResult(up);
      case 'VariableDeclarator':
        return this.#fromName(source, child(parent, 'id'));
      case 'AssignmentExpression':
        return this.#fromAssigned(up);
      case 'Property':
        return this.#fromProperty(up, node);
      case 'PropertyDefinition':
        return this.#fromMembers(nameOf(child(parent, 'key')) ?? '');
      default:
        return [];
    }
  }

  #fromCall(call: At, node: Node): readonly Step[] {
    const callee = child(call.node, 'callee');
    if (callee === node) return [call];
    const name = nameOf(callee) ?? '';
    const place = SHOWN_BY.get(name);
    const index = children(call.node, 'arguments').indexOf(node);
    // Before the message comes where a problem is; after it come the buttons.
    if (place !== undefined) return [index === (place === 'problem' ? 1 : 0) ? place : 'other'];
    if (name === 'report') return ['progress'];
    if (callee?.type === 'Super') return ['error'];
    if (callee?.type === 'MemberExpression' && /^(?:push|unshift|add)$/.test(name))
      return this.#fromName(call.source, child(callee, 'object'));
    if (MAKING.has(name)) return [call];
    const parameters = this.#parameters(call.source, name, index);
    // A method of arrays and texts gives it on; so do calls of what is not ours.
    return parameters.length === 0
      ? [call]
      : parameters.flatMap(({ source, node: id }) => this.#fromName(source, id));
  }

  #fromResult({ source, node }: At): readonly Step[] {
    let made: Node | undefined = node;
    while (made !== undefined && !/Function/.test(made.type)) made = source.parents.get(made);
    if (made === undefined) return [];
    if (made.type === 'FunctionDeclaration')
      return this.#fromCalls(source, nameOf(child(made, 'id')) ?? '');
    const parent = source.parents.get(made);
    return parent?.type === 'MethodDefinition'
      ? this.#fromMembers(nameOf(child(parent, 'key')) ?? '')
      : [{ source, node: made }];
  }

  /** Calls of a function by its name, in its file and in those that import it. */
  #fromCalls(source: Source, name: string): readonly Step[] {
    const place = SHOWN_BY.get(name);
    if (place !== undefined) return [place];
    return this.#known(source, name).filter((use) => {
      const parent = use.source.parents.get(use.node);
      return !(parent?.type === 'FunctionDeclaration' && child(parent, 'id') === use.node);
    });
  }

  #fromMembers(name: string): readonly Step[] {
    const as = SHOWN_AS.get(name);
    if (as !== undefined) return [as];
    if (NO_MESSAGE.has(name)) return ['other'];
    return (this.#uses.get(name) ?? []).flatMap(({ source, node }) => {
      const parent = source.parents.get(node);
      const isMember = parent?.type === 'MemberExpression' && child(parent, 'property') === node;
      return isMember ? [{ source, node: parent }] : [];
    });
  }

  #fromName(source: Source, id: Node | undefined): readonly Step[] {
    const name = nameOf(id);
    if (name === undefined || id === undefined) return [];
    if (id.type === 'MemberExpression') return this.#fromMembers(name);
    const { start, end } = scopeOf(source, id);
    return (this.#uses.get(name) ?? []).filter(
      (use) =>
        use.source === source && use.node !== id && use.node.start >= start && use.node.end <= end,
    );
  }

  #fromAssigned({ source, node }: At): readonly Step[] {
    const left = child(node, 'left');
    const as = SHOWN_AS.get(nameOf(left) ?? '');
    if (as !== undefined) return [as];
    const of = left === undefined ? undefined : child(left, 'object');
    if (nameOf(left) === 'message' && /view$/i.test(nameOf(of) ?? '')) return ['empty'];
    return this.#fromName(source, left);
  }

  #fromProperty({ source, node: property }: At, node: Node): readonly Step[] {
    if (child(property, 'value') !== node) return [];
    const name = nameOf(child(property, 'key')) ?? '';
    const as = SHOWN_AS.get(name);
    if (as !== undefined) return [as];
    if (NO_MESSAGE.has(name)) return ['other'];
    const object = source.parents.get(property);
    return object === undefined ? [] : [{ source, node: object }];
  }

  /** The parameters as which a function takes a value. */
  #parameters(source: Source, name: string, index: number): readonly At[] {
    if (index < 0 || name === '') return [];
    return this.#known(source, name).flatMap((use) => {
      const made = use.source.parents.get(use.node);
      const isMade = made?.type === 'FunctionDeclaration' && child(made, 'id') === use.node;
      const node = isMade ? children(made, 'params')[index] : undefined;
      return node === undefined ? [] : [{ source: use.source, node }];
    });
  }

  /** Uses of a function's name: where it is called, and where it is made. */
  #known(source: Source, name: string): readonly At[] {
    const isImported = this.#imported.get(source)?.has(name) === true;
    return (this.#uses.get(name) ?? []).filter(
      (use) =>
        use.source === source || isImported || this.#imported.get(use.source)?.has(name) === true,
    );
  }
}

/** `text.join(…)` goes on with the call; `texts[kind]` and `texts.kind` with themselves. */
function memberOrCall(member: At): At {
  const parent = member.source.parents.get(member.node);
  const isCalled = parent?.type === 'CallExpression' && child(parent, 'callee') === member.node;
  return isCalled ? { source: member.source, node: parent } : member;
}

/** The function around a node, or the file. */
function scopeOf({ parents, program }: Source, node: Node): Node {
  let at: Node | undefined = node;
  while (at !== undefined && !/Function/.test(at.type)) at = parents.get(at);
  return at ?? program;
}
