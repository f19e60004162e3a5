import { element, icon } from '../../base/page/dom.ts';
import type { Icon } from '../../base/page/icons.ts';

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
