import type { Page } from 'playwright-core';

/** Script that runs in the page. A string, because the tests do not have the types of the DOM. */
const READ_ALL = `(async () => {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const texts = [JSON.stringify(localStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      for (const value of await done(database.transaction(store).objectStore(store).getAll())) {
        const isBytes = value instanceof Uint8Array;
        texts.push(isBytes ? new TextDecoder().decode(value) : JSON.stringify(value));
      }
    }
    database.close();
  }
  return texts.join('\\n');
})()`;

/** Returns all data that VS Code stores in the browser for its windows (local storage and IndexedDB), as text. */
export function browserStorage(page: Page): Promise<string> {
  return page.evaluate<string>(READ_ALL);
}
