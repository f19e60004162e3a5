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
 * What axe-core finds wrong with the page that this body belongs to, one line for each element.
 * @param rules by their IDs; all of them otherwise
 */
export async function axeProblems(
  body: Locator,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // As expressions, which the policy of the page does not concern. Half a megabyte, so once for a page.
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
