import type { View } from '../gridMessages.ts';

/**
 * Returns a view in the form that may be stored on disk: without the typed search text, such as names, phone numbers
 * and user IDs. The panel keeps that text in memory while the window is open.
 */
export function storableView(view: View): View {
  return { ...view, search: view.chosen };
}
