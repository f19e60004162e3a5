import { withVscodeTexts } from '../vscodeTexts.ts';

/** What makes texts of errors, outside of VS Code. */
export function loadDescribing() {
  return withVscodeTexts(async () => {
    const { describeError } = await import('../../../src/vscode/errors/describeError.ts');
    const { detailText } = await import('../../../src/vscode/errors/detailText.ts');
    const { connectionAdvice } = await import('../../../src/vscode/errors/connectionAdvice.ts');
    const { severityOf } = await import('../../../src/vscode/errors/severity.ts');
    return { connectionAdvice, describeError, detailText, severityOf };
  });
}
