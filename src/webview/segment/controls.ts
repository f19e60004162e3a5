import { element, icon } from '../base/dom.ts';
import type { Icon } from '../base/icons.ts';

/** A choice of a few; the label is for those who do not see what is around it. */
export function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  onChange: (value: string) => void,
): HTMLSelectElement {
  const made = element(
    'select',
    { 'aria-label': label, title: label },
    ...options.map(([one, text]) => element('option', { value: one }, text)),
  );
  made.value = value;
  made.addEventListener('change', () => onChange(made.value));
  return made;
}

export function input(
  label: string,
  attributes: Readonly<Record<string, string>>,
  value: string,
  onValue: (value: string) => void,
): HTMLInputElement {
  const made = element('input', {
    'aria-label': label,
    title: label,
    spellcheck: 'false',
    ...attributes,
  });
  made.value = value;
  made.addEventListener('input', () => onValue(made.value));
  return made;
}

export function button(text: string, codicon: Icon | undefined, onClick: () => void) {
  const kind = codicon === undefined ? 'quiet' : 'icon';
  const made = element('button', { type: 'button', class: kind });
  if (codicon === undefined) made.append(text);
  else {
    made.append(icon(codicon));
    made.setAttribute('aria-label', text);
    made.title = text;
  }
  made.addEventListener('click', onClick);
  return made;
}
