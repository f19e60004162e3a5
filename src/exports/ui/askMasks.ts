import * as vscode from 'vscode';
import type { PersonalField } from '../../base/customerFields.ts';
import { MASKS, PERSONAL_FIELDS, type Mask } from '../../base/exportPlan.ts';
import { fieldTitle } from '../../customers/ui/gridTexts.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { displayLocale } from '../../base/ui/localeTexts.ts';

type Masks = Partial<Record<PersonalField, Mask>>;

/**
 * Prompts whether personal fields are kept, hashed or left out: all of them in the same way, or each separately.
 * @param fields personal fields of this export
 */
export async function askMasks(
  fields: readonly PersonalField[],
  current: Masks,
  position: StepPosition,
): Promise<Masks | Back> {
  const { l10n } = vscode;
  const items = [
    ...MASKS.map((mask): MaskItem<Mask | 'each'> => maskItem(mask)),
    { label: l10n.t('Different for each field'), mask: 'each' as const },
  ];
  const names = new Intl.ListFormat(displayLocale()).format(fields.map(fieldTitle));
  const placeholder = l10n.t('Choose how to export this personal data: {0}', names);
  const commonMask = commonMaskOf(fields, current) ?? 'each';
  const active = ({ mask }: MaskItem<Mask | 'each'>): boolean => mask === commonMask;
  const picked = await askPick<MaskItem<Mask | 'each'>>({ placeholder, items, active }, position);
  if (picked === BACK) return BACK;
  const { mask } = picked;
  if (mask === 'each') return askEach(fields, current, position);
  // Also sets the mask of fields that this export leaves out, because the next export may include them.
  return Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, mask]));
}

export function masksText(fields: readonly PersonalField[], masks: Masks): string {
  const commonMask = commonMaskOf(fields, masks);
  return commonMask === undefined
    ? vscode.l10n.t('Different for each field')
    : maskItem(commonMask).label;
}

async function askEach(
  fields: readonly PersonalField[],
  current: Masks,
  position: StepPosition,
): Promise<Masks | Back> {
  const masks: Masks = { ...current };
  for (let index = 0; index < fields.length;) {
    const field = fields[index] as PersonalField;
    const items = MASKS.map(maskItem);
    const placeholder = vscode.l10n.t('Choose how to export this personal data: {0}', field);
    const active = ({ mask }: MaskItem<Mask>): boolean => mask === (masks[field] ?? 'keep');
    const picked = await askPick({ placeholder, items, active }, position);
    if (picked === BACK && index === 0) return BACK;
    if (picked === BACK) index--;
    else {
      masks[field] = picked.mask;
      index++;
    }
  }
  return masks;
}

interface MaskItem<T> extends vscode.QuickPickItem {
  readonly mask: T;
}

function maskItem(mask: Mask): MaskItem<Mask> {
  const { l10n } = vscode;
  switch (mask) {
    case 'keep':
      return { label: l10n.t('Keep'), mask };
    case 'hash': {
      const detail = l10n.t(
        'The same value gets the same hash in this export, but a different hash in other exports',
      );
      return { label: l10n.t('Replace with a hash'), detail, mask };
    }
    case 'drop':
      return { label: l10n.t('Leave out'), mask };
  }
}

function commonMaskOf(fields: readonly PersonalField[], masks: Masks): Mask | undefined {
  const [first, ...otherMasks] = new Set(fields.map((field) => masks[field] ?? 'keep'));
  return otherMasks.length === 0 ? first : undefined;
}
