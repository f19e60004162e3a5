/** Ctrl+F or ⌘F, wherever in the grid the keyboard is: VS Code has no search of its own in it. */
export function onFindKey(find: () => void): void {
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    find();
  });
}
