/** What is true of a window: context keys and their values; one that is not there is false. */
export type Context = Readonly<Record<string, string | number | boolean>>;

/** What a clause asks of one context key. */
export interface Asked {
  readonly key: string;
  readonly operator: '==' | '!=' | '=~' | 'is';
  readonly value: string;
}

const PART = /^(!?)([\w.:-]+)(?:\s*(==|!=|=~)\s*(\/(?:\\.|[^/])+\/i?|'[^']*'|\S+))?$/;

/** Of a `when` clause as the manifest has them: terms with `&&` and `||`, each a key, `!key` or a comparison. */
function termsOf(when: string): readonly (readonly (Asked & { readonly isNot: boolean })[])[] {
  return when.split('||').map((all) => all.split('&&').map((part) => termOf(part.trim())));
}

function termOf(part: string): Asked & { readonly isNot: boolean } {
  const found = PART.exec(part);
  if (found === null) throw new Error(`This test does not understand "${part}".`);
  const [, not, key = '', operator = 'is', value = ''] = found;
  return {
    isNot: not === '!',
    key,
    operator: operator as Asked['operator'],
    value: value.replace(/^'(.*)'$/, '$1'),
  };
}

export function asked(when: string): readonly Asked[] {
  return termsOf(when).flat();
}

export function holds(when: string | undefined, context: Context): boolean {
  if (when === undefined) return true;
  return termsOf(when).some((all) => all.every((term) => holdsTerm(term, context) !== term.isNot));
}

function holdsTerm({ key, operator, value }: Asked, context: Context): boolean {
  const is = context[key] ?? false;
  switch (operator) {
    case 'is':
      return Boolean(is);
    case '==':
      return String(is) === value;
    case '!=':
      return String(is) !== value;
    case '=~': {
      const [, source = '', flags] = /^\/(.+)\/(i?)$/.exec(value) ?? [];
      return new RegExp(source, flags).test(String(is));
    }
  }
}

/** Every combination of the values that make a difference to these clauses, beside what is fixed. */
export function contextsOf(whens: readonly string[], fixed: Context): readonly Context[] {
  const values = new Map<string, Set<string | boolean>>();
  for (const { key, operator, value } of whens.flatMap(asked)) {
    if (key in fixed) continue;
    if (operator === '=~') throw new Error(`Fix "${key}": its values cannot be listed.`);
    const known = values.get(key) ?? new Set<string | boolean>(operator === 'is' ? [] : ['other']);
    values.set(key, known);
    for (const one of operator === 'is' ? [true, false] : [value]) known.add(one);
  }
  let all: Context[] = [fixed];
  for (const [key, some] of values) {
    all = all.flatMap((context) => [...some].map((value) => ({ ...context, [key]: value })));
  }
  return all;
}
