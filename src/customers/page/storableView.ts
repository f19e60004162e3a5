interface ViewWithSearch {
  /** Whole search: the typed text and the chosen part. */
  readonly search: string;
  /** Part of the search that was chosen in menus. */
  readonly chosen: string;
}

/**
 * Returns a view in the form that may be stored on disk: without the typed search text, such as names, phone numbers
 * and user IDs. The panel keeps that text in memory while the window is open.
 */
export function storableView<View extends ViewWithSearch>(view: View): View {
  return { ...view, search: view.chosen };
}
