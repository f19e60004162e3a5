import type { Switches } from './switches.ts';

const LINK = 'command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22echo%20ran%22%7D';
const LONG_MESSAGE = 5_000_000;
const LONG_NAME = 5000;

/** A text as a service may send it that means harm, or knows nothing of where it is shown. */
export function outsideText(text: string, kind: Switches['outsideText'], isName: boolean): string {
  switch (kind) {
    case 'plain':
      return text;
    case 'links':
      return `${text} [Sign in again](${LINK}) [or](https://login.invalid) [here](file:///etc/passwd)`;
    case 'icons':
      return `$(trash) ${text} $(sync~spin)`;
    case 'lines':
      return `${text}\r\n2026-01-01 00:00:00.000 [error] forged\n  at forged (service.js:1:1)`;
    case 'turned':
      return `${text} \u202etxt.exe\u2066\u001b[31m`;
    case 'long':
      return text.padEnd(isName ? LONG_NAME : LONG_MESSAGE, ' and so on');
  }
}
