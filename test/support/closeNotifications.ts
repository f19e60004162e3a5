import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** In any language: by their own buttons, as the palette calls its command differently in each. */
export async function closeNotifications({ page }: Workbench): Promise<void> {
  const toasts = page.locator('.notification-toast');
  await untilDone(async () => {
    for (const toast of await toasts.all()) {
      await toast.hover({ timeout: 1_000 });
      await toast.locator('.codicon-notifications-clear').click({ timeout: 1_000 });
    }
    await toasts.first().waitFor({ state: 'detached', timeout: 2_000 });
  });
}
