import * as vscode from 'vscode';
import { isHeaderToken, withoutBearer } from '../../service/bearerToken.ts';
import { askText, type TextQuestion } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';

/** Asks for a token, which is never shown. "Bearer" before it is dropped. Throws `Cancelled`. */
export async function askTokenText(
  position: StepPosition,
  question: Pick<TextQuestion, 'value' | 'refusal' | 'accept'> = {},
): Promise<string | Back> {
  const { l10n } = vscode;
  const prompt = l10n.t('API token. The token is stored only in the secret storage of VS Code.');
  const unfit = l10n.t(
    'A token can contain only the letters A to Z, digits, and ASCII symbols. It cannot contain spaces. Copy the complete token again.',
  );
  const validate = (text: string): string | undefined =>
    isHeaderToken(withoutBearer(text)) ? undefined : unfit;
  const answer = await askText({ ...question, prompt, isPassword: true, validate }, position);
  return answer === BACK ? BACK : withoutBearer(answer);
}
