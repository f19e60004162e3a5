import type { Workbench } from './e2e.ts';
import { untilDone } from './untilDone.ts';

/** Closes the notifications by their buttons, because the title of the palette command depends on the language. */
export async function closeNotifications({ page }: Workbench): Promise<void> {
  const toasts = page.locator('.notification-toast');
  await untilDone(async () => {
    const first = toasts.first();
    // When a notification closes, the next one takes its place, so `first` then means that one.
    while (await first.isVisible()) {
      await first.hover({ timeout: 1_000 });
      await first.locator('.codicon-notifications-clear').click({ timeout: 1_000 });
    }
    await first.waitFor({ state: 'detached', timeout: 2_000 });
  });
}
