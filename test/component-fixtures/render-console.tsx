import '#console/app/console.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { brand } from '#brand';
import { bulkCalls } from '#schemas/operator/bulk-calls.ts';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { operatorCalls, operatorStreams } from '#schemas/operator/operator-calls.ts';
import { operatorRights, type OperatorRight } from '#schemas/operator/operator-rights.ts';
import { presenceCalls } from '#schemas/operator/presence-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { queueClaimCalls } from '#schemas/operator/queue-claims.ts';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { ConsoleApp } from '#console/app/console-app.tsx';
import { activateLanguage } from '#console/app/language.ts';
import { recordSignOut } from '#console/data/kept-texts.ts';
import { forgetDrafts } from '#console/data/send-draft.ts';
import { type OperatorSession } from '#console/data/session.ts';
import { startFocusRecovery } from '#src/ui/focus-recovery.ts';
import { applyBrand } from '#src/ui/theme.ts';
import { exampleOf } from './example-of.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';

interface ConsoleOptions {
  /** Adds responses to the server. */
  readonly server?: (server: FakeServer) => void;
  /** The operator's rights in Poland; all of them by default. */
  readonly rights?: readonly OperatorRight[];
}

startFocusRecovery(document);
applyBrand(brand);

const DESK = [1280, 800] as const;
const browserFetch = globalThis.fetch;
/** Country of all records in these tests. */
export const POLAND: RegionId = 10;

/** Id of a record. */
export const idOf = (number: number): string =>
  `30000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The operator of these tests, as the fake server returns them. */
const sessionOf = (rights: readonly OperatorRight[]): OperatorSession => ({
  operator: { id: idOf(900), name: 'Anna Nowak', email: 'anna@club.example' },
  strength: 'passkey',
  rights: rights.map((right) => ({ right, regions: [POLAND] })),
  regions: [{ id: POLAND, code: 'PL' }],
  recent_until: '2999-01-01T00:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
  needs_passkey: false,
});

/**
 * Opens the console at a path, with a signed-in operator and a fake server, and waits for its heading. Reads without a
 * response of the test return an example without records. After the test, closes the console, and fails the test if the
 * server had problems.
 */
export async function renderConsole(
  path: string,
  { rights = operatorRights, server: addResponses }: ConsoleOptions = {},
): Promise<FakeServer> {
  const server = startFakeServer({
    calls: Object.values(operatorCalls),
    streams: Object.values(operatorStreams),
    pictures: [],
    defaultResponse: ({ method, result }) => (method === 'GET' ? exampleOf(result) : undefined),
  });
  server.respond(sessionCalls.readOperatorSession, sessionOf(rights));
  server.respond(presenceCalls.reportPresence, { others: [] });
  server.respond(draftCalls.saveDraft, { updated_at: null });
  server.respond(queueClaimCalls.releaseClaims, {});
  server.respond(bulkCalls.listBulkJobs, { data: [] });
  addResponses?.(server);
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    return pathname.startsWith('/api/') ? server.fetch(input, init) : browserFetch(input, init);
  };
  history.replaceState(null, '', path);
  window.focus();
  await page.viewport(...DESK);
  await activateLanguage('en');
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  onTestFinished(async () => {
    recordSignOut();
    flushSync(() => root.unmount());
    await waitUntilClaimsReleased();
    forgetDrafts();
    element.remove();
    localStorage.clear();
    sessionStorage.clear();
    globalThis.fetch = browserFetch;
    expect(server.problems).toEqual([]);
  });
  root.render(<ConsoleApp />);
  await expect.element(page.getByRole('heading', { level: 1 }).last()).toBeInTheDocument();
  return server;
}

/** Waits until the closed screens have released their claims, while this test's server still responds. */
async function waitUntilClaimsReleased(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  await expect.poll(async () => (await navigator.locks.query()).held).toEqual([]);
  // Releasing claims queries the locks first, so this query ends after that one.
  await navigator.locks.query();
}
