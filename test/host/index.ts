import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as module from 'mocha';
import JsonReport from '../support/jsonReport.ts';

/** Export that has the same name in CommonJS bundles under Node 22 and 24. The types do not declare it. */
const { Mocha } = module as unknown as { Mocha: typeof module.default };

/** Runs the test bundles next to this one. VS Code calls this function inside the extension host. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: JsonReport, timeout: 30_000, color: false });
  mocha.grep(process.env['BOT_TAGS_GREP'] ?? '');
  // A bundle is CommonJS, so `__dirname` exists, and `import.meta` has no path.
  const folder = __dirname;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.test.cjs')) mocha.addFile(join(folder, file));
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} host tests failed.`);
}
