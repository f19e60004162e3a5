interface Searched {
  readonly filter: { readonly text: string; readonly segment: string };
}

/**
 * Returns a view as it may be kept on disk: without the search and the segment, in which names, phone numbers and user
 * IDs are typed. While the window is open, the panel keeps them in memory.
 */
export function keptView<View extends Searched>(view: View): View {
  return { ...view, filter: { ...view.filter, text: '', segment: '' } };
}
