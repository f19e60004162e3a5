import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** In any language: by their own buttons, as the palette calls its command differently in each. */
export async function closeNotifications({ page }: Workbench): Promise<void> {
  const toasts = page.locator('.notification-toast');
  await untilDone(async () => {
    const first = toasts.first();
    // The next one moves up.
    while (await first.isVisible()) {
      await first.hover({ timeout: 1_000 });
      await first.locator('.codicon-notifications-clear').click({ timeout: 1_000 });
    }
    await first.waitFor({ state: 'detached', timeout: 2_000 });
  });
}
