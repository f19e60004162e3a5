import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as module from 'mocha';
import JsonReport from '../support/jsonReport.ts';

/** Under this name both Node 22 and 24 have it in a bundle of CommonJS, which the types do not know. */
const { Mocha } = module as unknown as { Mocha: typeof module.default };

/** Called by VS Code inside the extension host: runs the test bundles next to this one. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: JsonReport, timeout: 30_000, color: false });
  mocha.grep(process.env['BOT_TAGS_GREP'] ?? '');
  // A bundle is CommonJS, where this name exists; import.meta has no path there.
  const folder = __dirname;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.test.cjs')) mocha.addFile(join(folder, file));
  }
  const failures = await new Promise<number>((resolve) => {
    mocha.run(resolve);
  });
  if (failures > 0) throw new Error(`${failures} host tests failed.`);
}
