import axe from 'axe-core';
import type { Locator } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly html: string;
    readonly failureSummary: string;
  }[];
}

/**
 * Runs axe-core on the page that contains `body` and returns one line for each element that violates a rule.
 * @param rules IDs of the rules to check. Defaults to all rules.
 */
export async function axeProblems(
  body: Locator,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // The page's content security policy does not apply to expressions. The source is half a megabyte, so it is added
  // once.
  if (await body.evaluate('window.axe === undefined')) {
    await body.evaluate(`${axe.source}; undefined`);
  }
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const violations: readonly Violation[] = await body.evaluate(
    `axe.run(document, ${options}).then((result) => result.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary }) => `${id}: ${String(target)} ${html} ${failureSummary}`,
    ),
  );
}
