import assert from 'node:assert/strict';
import { ALLOWED } from './allowedTexts.ts';
import { bareTexts, type BareText } from './bareTexts.ts';
import { isOfPage } from './destinations.ts';
import { allExtracted } from './extracted.ts';
import { allSources, parse, type Node, type Source } from './syntax.ts';

/** File that translates the English details of errors when they are shown. */
const DETAILS = 'src/errors/ui/detailText.ts';

describe('texts of the code', () => {
  it('are translated with l10n.t, except for those that no user reads', () => {
    const unused = new Set(ALLOWED);
    const untranslated = allSources()
      .flatMap(bareTexts)
      .filter((found) => {
        const exceptions = ALLOWED.filter((allowed) => isAllowed(found, allowed));
        for (const allowed of exceptions) unused.delete(allowed);
        return exceptions.length === 0 && !isDetail(found);
      });
    assert.deepEqual(
      untranslated.map(({ at, text }) => `${at}: ${text}`),
      [],
    );
    assert.deepEqual(
      [...unused].map(({ why }) => why),
      [],
    );
  });

  it('are found where VS Code and pages show them, and not in code', () => {
    const found = (code: string): readonly string[] =>
      bareTexts(parse('src/shell/a.ts', code)).map(({ text }) => text);
    for (const code of [
      "showError('It failed.');",
      "const a = 'Nothing was changed';",
      "const a = { label: 'name' };",
      'const a = `Delete ${b} now`;',
      "x.textContent = 'loading';",
      "x.setAttribute('aria-label', 'close');",
      "const a = { description: isNew ? 'a new one' : '' };",
      "throw new UserError('there is no bot');",
      "const a = '標籤';",
    ])
      assert.equal(found(code).length, 1, code);
    for (const code of [
      "showError(vscode.l10n.t('It failed.'));",
      "const a = 'botTags.addBot';",
      "if (a === 'Not Now') b();",
      "log.warn('It could not be kept.');",
      "throw new RangeError('no such row');",
      "import a from 'some text.ts';",
      "type A = 'as saved' | 'as edited';",
      "const a = element('p', { class: 'dim small' });",
    ])
      assert.deepEqual(found(code), [], code);
  });

  it('are details only if the whole text is translated', () => {
    const file = 'src/service/a.ts';
    const isDetailText = (text: string): boolean => isDetail({ file, at: `${file}:1`, text });
    for (const text of [
      'the value of {…} is not a proxy URL',
      '{…}; the certificate is not trusted: {…}',
      'the certificate is not trusted: {…}',
    ])
      assert.ok(isDetailText(text), text);
    for (const text of ['is not a proxy URL', 'the value of {…}', '{…}', 'the value is wrong'])
      assert.ok(!isDetailText(text), text);
    const at = 'src/customers/ui/a.ts:1';
    const text = 'the value of {…} is not a proxy URL';
    assert.ok(!isDetail({ file: 'src/customers/ui/a.ts', at, text }));
  });

  it('are translated in functions, because a page gets the translations after its modules are loaded', () => {
    const calls = allExtracted().filter(({ source }) => isOfPage(source.file));
    assert.ok(calls.length > 50);
    const early = calls.filter(
      // `main.ts` itself reads the translations before it uses them.
      ({ source, node }) => !source.file.endsWith('/main.ts') && !isInFunction(source, node),
    );
    assert.deepEqual(
      early.map(({ at }) => at),
      [],
    );
  });

  it('are translated with @vscode/l10n only in pages', () => {
    const others = allSources().filter(
      ({ file, text }) => text.includes("'@vscode/l10n'") && !isOfPage(file),
    );
    assert.deepEqual(
      others.map(({ file }) => file),
      [],
    );
  });
});

function isInFunction({ parents }: Pick<Source, 'parents'>, node: Node): boolean {
  const parent = parents.get(node);
  if (parent === undefined) return false;
  const functions = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
  return functions.includes(parent.type) || isInFunction({ parents }, parent);
}

function isAllowed({ file, text }: BareText, { files, texts }: (typeof ALLOWED)[number]): boolean {
  return files.test(file) && (texts?.test(text) ?? true);
}

function detailKeys(): readonly string[] {
  return allExtracted().flatMap(({ source, key }) =>
    source.file === DETAILS && key !== undefined ? [key] : [],
  );
}

/** Checks whether a text is a whole detail, or the second one of two joined details. */
function isDetail({ file, text }: BareText): boolean {
  if (!/^src\/(?:service|exports|plans\/input|commands)\/|checkConnection\.ts$/.test(file))
    return false;
  return detailKeys().some((key) => {
    const whole = key.replaceAll(/\{\d\}/g, '{…}');
    // Two details are joined with "; ". The code can create the second one separately.
    return text === whole || text === whole.replace(/^\{…\}; /, '');
  });
}
