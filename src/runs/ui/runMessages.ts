import { showInformation, showWarning } from '../../base/ui/window.ts';

export interface Button {
  readonly title: string;
  readonly run: () => Promise<unknown>;
}

interface Message {
  readonly text: string;
  readonly isWarning: boolean;
  readonly buttons: readonly Button[];
}

export async function showMessage({ text, isWarning, buttons }: Message): Promise<void> {
  const show = isWarning ? showWarning : showInformation;
  await (await show(text, ...buttons))?.run();
}

/** Returns a button that opens a second message with "Resume", because a click closes the first message. */
export function thenResume(
  title: string,
  step: () => Promise<void>,
  { question, resume }: { readonly question: string; readonly resume: Button },
): Button {
  const run = async (): Promise<void> => {
    await step();
    await showMessage({ text: question, isWarning: false, buttons: [resume] });
  };
  return { title, run };
}
