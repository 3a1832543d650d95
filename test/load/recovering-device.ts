import { type Agent } from 'node:https';
import { type ResultOf } from '#schemas/api/call.ts';
import { calls } from '#schemas/api/calls.ts';
import { backoffMs } from '#sync/retry/retry-policy.ts';
import { type AttackResponse, type AttackRequest, sendRequest } from '#test/attack/exchange.ts';
import { bearer, post } from '#test/attack/post.ts';
import { isOverloaded, readJson } from '#test/attack/response-checks.ts';
import { pause } from '#test/chaos/pause.ts';
import { newChat } from '#test/server/chat-setup.ts';
import { type Device } from './devices.ts';

/** Lists that a device pulls. */
const lists = [
  calls.listSupportChats,
  calls.listProjects,
  calls.listScans,
  calls.listOrders,
  calls.listPointsHistory,
  calls.listNotifications,
  calls.listContent,
  calls.listShopProducts,
];
const PAGE = 200;

/** Chats of a device; after the recovery, the server must have each of them once. */
export interface DeviceChats {
  /** The id of the chat that was sent and pulled before the backup. */
  readonly confirmed: string;
  /** The id of the chat that was sent after the backup, and not pulled again. */
  readonly unconfirmed: string;
  readonly unsent: string;
}

/** Counts of all devices. */
export interface RecoveryTally {
  requests: number;
  /** Rejections with a time to retry, failed connections and error pages of the proxy. */
  retries: number;
  stale: number;
  /** Unexpected responses. */
  readonly problems: string[];
}

interface RecoveryOptions {
  readonly origin: string;
  readonly agent: Agent;
  readonly random: () => number;
  readonly checkpoint: string;
  readonly tally: RecoveryTally;
}

/**
 * Recovers as the app does after a restore: its checkpoint is stale, so it pulls everything from the beginning, and
 * resends what the server lacks or hasn't confirmed. Retries with the app's backoff.
 */
export async function recoverDevice(
  device: Device,
  { confirmed, unconfirmed, unsent }: DeviceChats,
  options: RecoveryOptions,
): Promise<void> {
  const { checkpoint, tally } = options;
  const first = await send(device, createPull(calls.listSupportChats.path, checkpoint), options);
  if (first.status !== 409) tally.problems.push(`an old checkpoint returned ${first.status}`);
  else tally.stale += 1;
  const pulledIds = new Set<string>();
  for (const { path } of lists) {
    for (const uuid of await pullAll(device, path, options)) pulledIds.add(uuid);
  }
  const toSend = [...(pulledIds.has(confirmed) ? [] : [confirmed]), unconfirmed, unsent];
  for (const uuid of toSend) {
    const chat = { ...newChat(`Chat ${uuid}`), uuid, message_uuid: uuid };
    const { status } = await send(device, post(calls.createSupportChat, chat), options);
    if (status >= 300) tally.problems.push(`a chat was rejected with ${status}`);
  }
}

/**
 * Pulls a list from the beginning.
 * @returns the ids of its rows
 */
async function pullAll(device: Device, path: string, options: RecoveryOptions) {
  const ids: string[] = [];
  for (let since = ''; ;) {
    const response = await send(device, createPull(path, since), options);
    if (response.status !== 200) {
      options.tally.problems.push(`${path} returned ${response.status}`);
      return ids;
    }
    const { data, meta } = readJson(response.text) as ResultOf<typeof calls.listProjects>;
    ids.push(...data.map(({ uuid }) => uuid));
    since = meta.checkpoint ?? '';
    if (data.length < PAGE && meta.last_page !== 2) return ids;
  }
}

const createPull = (path: string, since: string): AttackRequest => ({
  method: 'GET',
  path: `/api${path}?limit=${PAGE}&since=${encodeURIComponent(since)}`,
});

/** Sends until the server responds, with the app's backoff between attempts. */
async function send(
  { token, address }: Device,
  request: AttackRequest,
  { origin, agent, random, tally }: RecoveryOptions,
): Promise<AttackResponse> {
  const headers = { ...request.headers, ...bearer(token, { 'x-forwarded-for': address }) };
  for (let failures = 1; ; failures += 1) {
    const response = await sendRequest(origin, { ...request, headers }, agent);
    tally.requests += 1;
    const isFromProxy = response && response.status >= 500 && readJson(response.text) === undefined;
    if (response !== null && !isOverloaded(response) && !isFromProxy) return response;
    tally.retries += 1;
    const retryAfterMs = Number(response?.headers['retry-after'] ?? 0) * 1000;
    await pause(Math.max(retryAfterMs, backoffMs(failures, random())));
  }
}
