import type { Phone } from '#test/e2e-fixtures/phone.ts';

/** Duration of the sending, and main-thread tasks longer than 50 ms. */
interface SendTiming {
  readonly seconds: number;
  readonly tasks: readonly number[];
}

declare global {
  interface Window {
    sending?: { startedAt: number; endedAt: number | null; tasks: number[] };
  }
}

/** Reconnects the phone and waits until home shows that everything is sent. */
export async function sendAndWatch({ page, context }: Phone): Promise<SendTiming> {
  await page.evaluate(() => {
    const sending = { startedAt: Infinity, endedAt: null as number | null, tasks: [] as number[] };
    window.sending = sending;
    addEventListener('online', () => (sending.startedAt = performance.now()), { once: true });
    new PerformanceObserver((list) => {
      for (const task of list.getEntries()) {
        const isDuringSending = task.startTime >= sending.startedAt && sending.endedAt === null;
        if (isDuringSending) sending.tasks.push(task.duration);
      }
    }).observe({ type: 'longtask' });
    const hasUnsent = () => /not sent yet/.test(document.body.textContent ?? '');
    new MutationObserver(() => {
      if (sending.endedAt !== null || sending.startedAt === Infinity || hasUnsent()) return;
      sending.endedAt = performance.now();
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await context.setOffline(false);
  await page.waitForFunction(() => typeof window.sending?.endedAt === 'number', null, {
    timeout: 300_000,
    polling: 250,
  });
  return page.evaluate(() => {
    const { startedAt = 0, endedAt = 0, tasks = [] } = window.sending ?? {};
    return { seconds: ((endedAt ?? 0) - startedAt) / 1000, tasks };
  });
}
