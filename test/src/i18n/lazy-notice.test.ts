import { expect, test, vi } from 'vitest';
import { loadOrRetryOnline } from '#src/i18n/lazy-with-texts.ts';

test('a notice that can’t be loaded stays hidden, and loads once the device is online', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('notice');
  const loading = loadOrRetryOnline(load);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1));
  page.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  page.dispatchEvent(new Event('online'));
  await expect(loading).resolves.toBe('notice');
});
