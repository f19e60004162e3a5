import { remoteItem } from './schemas.ts';

type Item = ReturnType<typeof remoteItem.parse>;

/**
 * The schema `remoteItem` (a property test holds the two together), without zod for an item that it would give
 * back as it is: that takes as long as the rest of reading it.
 */
export const quickItem: Pick<typeof remoteItem, 'safeParse'> = {
  safeParse: (value) =>
    isItem(value) ? { success: true, data: value } : remoteItem.safeParse(value),
};

function isItem(value: unknown): value is Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields: Readonly<Record<string, unknown>> = value as Item;
  return (
    typeof fields['id'] === 'string' &&
    fields['id'] !== '' &&
    typeof fields['name'] === 'string' &&
    typeof fields['botId'] === 'string' &&
    Number.isFinite(fields['type']) &&
    Number.isFinite(fields['created'])
  );
}
