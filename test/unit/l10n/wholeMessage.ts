/** Verbs that instruct the user. */
const STEPS = [
  ...[
    'Add',
    'Allow',
    'Ask',
    'Attach',
    'Bring',
    'Cancel',
    'Change',
    'Check',
    'Choose',
    'Clear',
    'Close',
    'Compare',
  ],
  ...[
    'Confirm',
    'Continue',
    'Copy',
    'Correct',
    'Specify',
    'Create',
    'Decrypt',
    'Delete',
    'Download',
    'Drop',
    'Enter',
    'Export',
  ],
  ...[
    'Give',
    'Go',
    'Keep',
    'Leave',
    'List',
    'Load',
    'Look',
    'Make',
    'Move',
    'Name',
    'Open',
    'Pause',
    'Pick',
    'Put',
  ],
  ...[
    'Refresh',
    'Remove',
    'Rename',
    'Resume',
    'Run',
    'Save',
    'Scan',
    'Select',
    'Set',
    'Show',
    'Start',
    'Take',
    'Try',
  ],
  ...[
    'Undo',
    'Press',
    'Type',
    'Drag',
    'Hold',
    'Trust',
    'Report',
    'Unpack',
    'Update',
    'Use',
    'Wait',
    'Write',
  ],
];
/** Matches such a verb at the beginning, after ".", ":", ";", "," or "}" and a space, or after "then", "and" or "or". */
const STARTS_WITH_STEP = new RegExp(
  String.raw`(?:^|[.:;,}] |\b(?:then|and|or) )(?:${STEPS.join('|')})\b`,
  'i',
);
/** Matches a requirement, which also instructs the user. */
const NEED = /\b(?:has|have) to\b|\bneeds?\b|\brequires?\b|\bat (?:most|least)\b/i;
/** Matches the name of a command or button in quotation marks, which also instructs the user. */
const BUTTON = /"(?:[A-Z][\w'’]*)(?: [\w'’]+)*…?"/;

const SAYS_NOTHING =
  /^(?:an? )?(?:unknown |unexpected )?(?:error|failure|failed|oops|undefined|null|nan|problem|exception)(?: (?:occurred|happened))?[.!]?$/i;

/**
 * Returns why a text is not a message.
 * @returns undefined if it is a message
 */
export function whyNoMessage(text: string): string | undefined {
  const words = text.replaceAll(/\{\d\}/g, ' ').trim();
  if (!/\p{L}{2}/u.test(words)) return 'has no words of its own';
  if (SAYS_NOTHING.test(words)) return 'says nothing';
  if (/\[object |\bundefined\b|\bNaN\b/.test(text)) return 'contains undefined, NaN or [object …]';
  if (/\n\s*at /.test(text)) return 'has a stack';
  return /^(?:HTTP )?\d*$|^E[A-Z]{3,}$/.test(words) ? 'is a code alone' : undefined;
}

/** Returns what an error message for users lacks. */
export function missingPartsOf(text: string): readonly string[] {
  const missingParts: string[] = [];
  const noMessageReason = whyNoMessage(text);
  if (noMessageReason !== undefined) missingParts.push(noMessageReason);
  if (!/^(?:\p{Lu}|"|\{\d\}|\d)/u.test(text)) missingParts.push('does not begin with a capital');
  if (!/[.?]$/.test(text)) missingParts.push('does not end with a full stop');
  if (!hasStep(text)) missingParts.push('has no next step');
  return missingParts;
}

/** Returns whether a text instructs the user: with a verb, a requirement, or the name of a button. */
export function hasStep(text: string): boolean {
  return [STARTS_WITH_STEP, NEED, BUTTON].some((sign) => sign.test(text));
}
