interface Searched {
  readonly search: string;
  readonly chosen: string;
}

/**
 * Returns a view as it may be kept on disk: without what was typed into the search, such as names, phone numbers and user
 * IDs. While the window is open, the panel keeps that in memory.
 */
export function keptView<View extends Searched>(view: View): View {
  return { ...view, search: view.chosen };
}
