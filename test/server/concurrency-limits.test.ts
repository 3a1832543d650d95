import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MAX_WAITING_PER_PERSON } from '#server/http/overload/concurrency-limits.ts';
import { writeLargeChats } from './large-chats.ts';
import { type ScanServer, startScanServer } from './scan-setup.ts';
import { accounts } from './test-accounts.ts';

const CONNECTIONS = 300;

let server: ScanServer;
afterEach(() => server.close());

/** Sends slow requests on all connections of one person at once. */
function askOften(token: string) {
  const ask = () => server.call(calls.listSupportChats, { query: { limit: 1000 } }, token);
  return Array.from({ length: CONNECTIONS }, ask);
}

describe('a person with three hundred connections (F50)', () => {
  test('doesn’t delay other companies, and is fully served', async () => {
    server = await startScanServer();
    const [greedy, other] = [
      await server.tokenOf('polishOwner'),
      await server.tokenOf('czechOwner'),
    ];
    const amounts = { chats: 5, messages: 5, letters: 4000 };
    await writeLargeChats(server.db, accounts.polishOwner, amounts);
    let served = 0;
    const asked = askOften(greedy).map((answer) =>
      answer.then(({ status }) => {
        if (status === 200) served += 1;
      }),
    );
    const params = { id: accounts.czechOwner.companyId };
    const response = await server.call(calls.getPointsSummary, { params }, other);
    expect(response.status).toBe(200);
    expect(served).toBeLessThan(CONNECTIONS / 5);
    await Promise.all(asked);
    expect(served).toBe(CONNECTIONS);
  });

  test('gets a retry time for excess requests; a colleague is served', async () => {
    server = await startScanServer({ RATE_LIMIT_FACTOR: '1' });
    const [greedy, colleague] = [
      await server.tokenOf('polishOwner'),
      await server.tokenOf('polishStaff'),
    ];
    const asked = askOften(greedy);
    const params = { id: accounts.polishOwner.companyId };
    expect((await server.call(calls.getPointsSummary, { params }, colleague)).status).toBe(200);
    const responses = await Promise.all(asked);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(CONNECTIONS / 2);
    expect(responses.length - refused.length).toBeGreaterThan(MAX_WAITING_PER_PERSON);
    for (const { code, headers } of refused) {
      expect([code, Number(headers['retry-after'])]).toEqual(['too_many_requests', 2]);
    }
    expect((await server.call(calls.getSignedInUser, {}, greedy)).status).toBe(200);
  });
});
