import { withVscodeTexts } from '../vscodeTexts.ts';

/** Loads the functions that describe errors, outside of VS Code. */
export function loadDescribing() {
  return withVscodeTexts(async () => {
    const { describeError } = await import('../../../src/errors/ui/describeError.ts');
    const { detailText } = await import('../../../src/errors/ui/detailText.ts');
    const { connectionAdvice } = await import('../../../src/errors/ui/connectionAdvice.ts');
    const { severityOf } = await import('../../../src/shell/showError.ts');
    return { connectionAdvice, describeError, detailText, severityOf };
  });
}
