/** What a text is about, and the text: "Segment: tag:VIP". Both may be anything. */
export function labelled(
  strings: { readonly labelled: string },
  label: string,
  text: string,
): string {
  return strings.labelled.replace(/\{[01]\}/g, (at) => (at === '{0}' ? label : text));
}
