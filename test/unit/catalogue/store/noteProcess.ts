import { lazy } from '../../../../src/base/promises.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { SharedNotes } from '../../../../src/catalogue/sharedNotes.ts';
import { openStores } from '../../../../src/runs/openCatalogue.ts';

// Process of a window that has the notes of an earlier version and adds its own notes.
const [file = '', name = '', count = ''] = process.argv.slice(2);
const { store, problem } = await openStores(file);
if (problem !== undefined) throw new Error(problem);
const catalogue = new Catalogue(store, { now: () => 1 });
const former = {
  get: (key: string) => (key === 'unfinishedExports' ? ['/former.csv'] : undefined),
  update: () => Promise.resolve(),
};
const notes = new SharedNotes(
  lazy(() => Promise.resolve(catalogue)),
  former,
);
for (let index = 0; index < Number(count); index++) {
  await notes.set('unfinishedExport', `/${name}-${index}.csv`);
  await notes.set('exportedCustomers', `${name}-${index}`, index);
  if (index % 3 === 0) await notes.remove('unfinishedExport', `/${name}-${index}.csv`);
}
store.close();
