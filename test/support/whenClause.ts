/** State of a window: context keys and their values. A missing key is false. */
export type Context = Readonly<Record<string, string | number | boolean>>;

/** Condition of a `when` clause on one context key. */
export interface Condition {
  readonly key: string;
  readonly operator: '==' | '!=' | '=~' | 'is';
  readonly value: string;
}

const PART = /^(!?)([\w.:-]+)(?:\s*(==|!=|=~)\s*(\/(?:\\.|[^/])+\/i?|'[^']*'|\S+))?$/;

/** Parses a `when` clause of the manifest: terms with `&&` and `||`, each a key, `!key` or a comparison. */
function termsOf(when: string): readonly (readonly (Condition & { readonly isNot: boolean })[])[] {
  return when.split('||').map((terms) => terms.split('&&').map((part) => termOf(part.trim())));
}

function termOf(part: string): Condition & { readonly isNot: boolean } {
  const match = PART.exec(part);
  if (match === null) throw new Error(`This test does not understand "${part}".`);
  const [, not, key = '', operator = 'is', value = ''] = match;
  return {
    isNot: not === '!',
    key,
    operator: operator as Condition['operator'],
    value: value.replace(/^'(.*)'$/, '$1'),
  };
}

export function conditionsOf(when: string): readonly Condition[] {
  return termsOf(when).flat();
}

export function isWhenTrue(when: string | undefined, context: Context): boolean {
  if (when === undefined) return true;
  return termsOf(when).some((terms) =>
    terms.every((term) => isTermTrue(term, context) !== term.isNot),
  );
}

function isTermTrue({ key, operator, value }: Condition, context: Context): boolean {
  const actual = context[key] ?? false;
  switch (operator) {
    case 'is':
      return Boolean(actual);
    case '==':
      return String(actual) === value;
    case '!=':
      return String(actual) !== value;
    case '=~': {
      const [, source = '', flags] = /^\/(.+)\/(i?)$/.exec(value) ?? [];
      return new RegExp(source, flags).test(String(actual));
    }
  }
}

/**
 * Returns all contexts that differ for these clauses: each combination of values of their keys, plus the fixed values.
 */
export function contextsOf(whens: readonly string[], fixed: Context): readonly Context[] {
  const values = new Map<string, Set<string | boolean>>();
  for (const { key, operator, value } of whens.flatMap(conditionsOf)) {
    if (key in fixed) continue;
    if (operator === '=~') throw new Error(`Fix "${key}": its values cannot be listed.`);
    // `other` is a value that no clause compares the key with.
    const keyValues =
      values.get(key) ?? new Set<string | boolean>(operator === 'is' ? [] : ['other']);
    values.set(key, keyValues);
    for (const option of operator === 'is' ? [true, false] : [value]) keyValues.add(option);
  }
  let contexts: Context[] = [fixed];
  for (const [key, options] of values) {
    contexts = contexts.flatMap((context) =>
      [...options].map((value) => ({ ...context, [key]: value })),
    );
  }
  return contexts;
}
