/** Delay until all phones of a large company receive a change. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { streams } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { createChangeReader } from '#sync/http/live.ts';
import { openClub } from '#test/e2e-fixtures/club.ts';
import type { BenchRow } from './bench-row.ts';
import { addColleagues } from './colleagues.ts';
import { makeProjects, formatMs, saveOnServer, simpleSerials } from './device-load.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

const CLIENTS = 500;
const CHANGES = 20;
const GOAL_MS = 500;
/** A change not received after this time counts as lost, in ms. */
const LIMIT_MS = 30_000;

export async function run(): Promise<BenchRow[]> {
  const log = startProgress('live');
  const club = await openClub();
  const streamClients: StreamClient[] = [];
  try {
    await club.server.stop();
    const { companyId } = demoAccounts.polishOwner;
    const tokens = await addColleagues(club.server.dataDirectory, companyId, CLIENTS);
    await club.server.start();
    for (const token of tokens) streamClients.push(await openStream(club.server.url, token));
    log(`${streamClients.length} phones listen`);

    const owner = await club.as('polishOwner');
    const projects = await makeProjects(owner, 1);
    const delays: number[] = [];
    for (const serial of simpleSerials(CHANGES)) {
      for (const streamClient of streamClients) streamClient.receivedAt.clear();
      const startedAt = performance.now();
      await saveOnServer(owner, [serial], projects);
      await waitForAll(streamClients, 'scans');
      delays.push(
        ...streamClients.map(({ receivedAt }) => (receivedAt.get('scans') ?? Infinity) - startedAt),
      );
    }
    const p95 = percentile(delays, 0.95);
    return [
      {
        figure: `a change reaches ${CLIENTS} phones of one company, p95`,
        goal: `≤ ${GOAL_MS} ms`,
        result: formatMs(p95),
        met: p95 <= GOAL_MS,
        note: `from the request that saves a scan; ${CHANGES} changes, median ${formatMs(percentile(delays, 0.5))}, slowest ${formatMs(Math.max(...delays))}`,
      },
    ];
  } finally {
    for (const streamClient of streamClients) streamClient.close();
    await club.close();
  }
}

/** A phone subscribed to the change stream. */
interface StreamClient {
  /** Time of the last event per collection, by `performance.now()`. */
  readonly receivedAt: Map<string, number>;
  close(): void;
}

/** Opens a stream on its own connection, as a phone does. Resolves at the first event. */
async function openStream(url: string, token: string): Promise<StreamClient> {
  const receivedAt = new Map<string, number>();
  const readNames = createChangeReader();
  const request = get(`${url}/api${streams.streamChanges.path}`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== streams.streamChanges.status) {
    throw new Error(`The stream responded with ${response.statusCode}.`);
  }
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const now = performance.now();
    for (const name of readNames(chunk)) receivedAt.set(name, now);
  });
  // The stream is aborted at the end.
  response.on('error', () => undefined);
  await once(response, 'data');
  return { receivedAt, close: () => response.destroy() };
}

async function waitForAll(
  streamClients: readonly StreamClient[],
  collection: string,
): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  while (!streamClients.every(({ receivedAt }) => receivedAt.has(collection))) {
    if (performance.now() > deadline) throw new Error(`Not every phone received ${collection}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
