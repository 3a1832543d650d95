import { type BrowserContext, type CDPSession, expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { ScanEdit } from '#schemas/api/scan-calls.ts';
import { OUTBOX_SYNC_TAG } from '#sync/background/outbox-sync.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
});

/** Opens a page without the app, for DevTools access. */
async function openTools(context: BrowserContext, url: string) {
  const tools = await context.newPage();
  const cdp = await context.newCDPSession(tools);
  const registrationId = await registrationAt(cdp, url);
  return {
    /** Dispatches the sync event as the browser does when the network is back. */
    dispatchSync: () =>
      cdp.send('ServiceWorker.dispatchSyncEvent', {
        origin: url,
        registrationId,
        tag: OUTBOX_SYNC_TAG,
        lastChance: false,
      }),
    /** Dispatches a message as the push service does. */
    dispatchPush: () =>
      cdp.send('ServiceWorker.deliverPushMessage', {
        origin: url,
        registrationId,
        data: JSON.stringify({ title: 'News', body: '' }),
      }),
  };
}

function registrationAt(cdp: CDPSession, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registrationEntry = registrations.find(({ scopeURL }) => scopeURL.startsWith(url));
      if (registrationEntry) resolve(registrationEntry.registrationId);
    });
    cdp.send('ServiceWorker.enable').catch(reject);
  });
}

for (const [index, trigger] of (['sync', 'push'] as const).entries())
  test(`work saved offline is sent by a ${trigger} with no page open, and settled at the next start (F01, F13)`, async ({
    club,
    phone,
  }) => {
    const [serial] = plainSerials(1, 140 + index);
    if (!serial) throw new Error('There are no serial numbers left.');
    const server = await club.as('czechOwner');
    const countScans = async () => {
      const { data } = await server.call(calls.listScans, { query: { page: 1, limit: 100 } });
      return data.filter(({ serial_number }) => serial_number === serial.code).length;
    };
    await phone.context.grantPermissions(['notifications'], { origin: club.url });
    await signIn(club, phone.page, 'czechOwner');
    await waitUntilInstalled(phone.page);
    await captureManually(phone.page, serial);
    club.proxy.isDown = true;
    await saveToFirstProject(phone.page);
    expect(await countScans()).toBe(0);

    const app = phone.page;
    const tools = await openTools(phone.context, club.url);
    await app.close();
    const before = club.proxy.requestsOf(calls.sendScans).length;
    club.proxy.isDown = false;
    await (trigger === 'sync' ? tools.dispatchSync() : tools.dispatchPush());
    await expect.poll(countScans, { timeout: 20_000 }).toBe(1);

    const next = await phone.context.newPage();
    await next.goto(`${club.url}/scan/offline`);
    await expect(next.getByText('Everything has been sent')).toBeVisible({ timeout: 20_000 });
    expect(await countScans()).toBe(1);
    const edits = club.proxy
      .requestsOf(calls.sendScans)
      .slice(before)
      .flatMap(({ body }) => (JSON.parse(body) as { scans: ScanEdit[] }).scans);
    // The page sent it again as the same edit.
    expect(new Set(edits.map(({ op_id }) => op_id)).size).toBe(1);
  });
