import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MAX_QUEUED_PER_PERSON } from '#server/http/overload/concurrency-limits.ts';
import { writeLargeChats } from './large-chats.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const CONNECTIONS = 300;

let server: ScanServer;
afterEach(() => server.close());

/** Sends slow requests on all connections of one person at the same time. */
function sendMany(token: string) {
  const listChats = () => server.call(calls.listSupportChats, { query: { limit: 1000 } }, token);
  return Array.from({ length: CONNECTIONS }, listChats);
}

describe('a person with three hundred connections (F50)', () => {
  test('doesn’t delay other companies, and is fully served', async () => {
    server = await startScanServer();
    const [busyUser, other] = [
      await server.tokenOf('polishOwner'),
      await server.tokenOf('czechOwner'),
    ];
    const amounts = { chats: 5, messages: 5, messageLength: 4000 };
    await writeLargeChats(server.db, accounts.polishOwner, amounts);
    let servedCount = 0;
    const responses = sendMany(busyUser).map((pending) =>
      pending.then(({ status }) => {
        if (status === 200) servedCount += 1;
      }),
    );
    const params = { id: accounts.czechOwner.companyId };
    const response = await server.call(calls.getPointsSummary, { params }, other);
    expect(response.status).toBe(200);
    expect(servedCount).toBeLessThan(CONNECTIONS / 5);
    await Promise.all(responses);
    expect(servedCount).toBe(CONNECTIONS);
  });

  test('gets a retry time for excess requests; a colleague is served', async () => {
    server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
    const [busyUser, colleague] = [
      await server.tokenOf('polishOwner'),
      await server.tokenOf('polishStaff'),
    ];
    const pending = sendMany(busyUser);
    const params = { id: accounts.polishOwner.companyId };
    expect((await server.call(calls.getPointsSummary, { params }, colleague)).status).toBe(200);
    const responses = await Promise.all(pending);
    const rejectedResponses = responses.filter(({ status }) => status === 429);
    expect(rejectedResponses.length).toBeGreaterThan(CONNECTIONS / 2);
    expect(responses.length - rejectedResponses.length).toBeGreaterThan(MAX_QUEUED_PER_PERSON);
    for (const { code, headers } of rejectedResponses) {
      expect([code, Number(headers['retry-after'])]).toEqual(['too_many_requests', 2]);
    }
    expect((await server.call(calls.getSignedInUser, {}, busyUser)).status).toBe(200);
  });
});
