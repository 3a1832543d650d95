import * as v from 'valibot';
import { type PushToken, parsePushTokens } from '#schemas/person-rules.ts';
import { WEB_PLATFORM, webSubscription } from '#schemas/push.ts';
import { transact } from '../db/database.ts';
import { type DeliveryOutcome, type QueuedMessage } from '../messages/queue/deliver-message.ts';
import { type Services } from '../services.ts';
import { PUSH_TTL_MS, type PushContent, pushContent } from './enqueue-push.ts';
import { type PushOutcome, sendPush } from './send-push.ts';
import { loadVapidKeys } from './vapid.ts';

type PushServices = Pick<Services, 'db' | 'environment' | 'logger'>;

/**
 * Sends a message to those of the person's devices that don't have it yet. Removes devices that have
 * unsubscribed. Throws if the database fails.
 */
export async function deliverPush(
  message: QueuedMessage,
  services: PushServices,
): Promise<DeliveryOutcome> {
  const parsed = v.safeParse(pushContent, message.content);
  if (!parsed.success || message.installer_id === null) {
    return { status: 'unreadable', failure: 'unknown_shape' };
  }
  const person = message.installer_id;
  const settledEndpoints = v.parse(v.array(v.string()), message.settled);
  const devices = (await loadDevices(person, services)).filter(
    ({ subscription }) => !settledEndpoints.includes(subscription.endpoint),
  );
  const outcomes = await Promise.all(
    devices.map(async (device) => ({
      ...device,
      outcome: await sendToDevice(parsed.output, message.uuid, device, services),
    })),
  );
  const unsubscribedTokens = outcomes
    .filter(({ outcome }) => outcome === 'gone')
    .map(({ token }) => token);
  if (unsubscribedTokens.length > 0) await removeTokens(person, unsubscribedTokens, services);
  const rejectedCount = outcomes.filter(({ outcome }) => outcome === 'rejected').length;
  if (rejectedCount > 0)
    services.logger.warn({ rejectedCount }, 'a push service rejected a message');

  if (!outcomes.some(({ outcome }) => outcome === 'later')) return { status: 'sent' };
  const newlySettledEndpoints = outcomes
    .filter(({ outcome }) => outcome !== 'later')
    .map(({ subscription }) => subscription.endpoint);
  return {
    status: 'later',
    failure: 'push_service_busy',
    settled: [...settledEndpoints, ...newlySettledEndpoints],
  };
}

type Device = Awaited<ReturnType<typeof loadDevices>>[number];

/** Loads the person's subscribed browsers. Returns none if the person was deactivated. */
async function loadDevices(installerId: string, { db }: PushServices) {
  const person = await db
    .selectFrom('installers')
    .select('fcm')
    .where('id', '=', installerId)
    .where('active', '=', true)
    .executeTakeFirst();
  return (person ? (parsePushTokens(person.fcm) ?? []) : []).flatMap((token) => {
    const subscription = parseSubscription(token);
    return subscription ? [{ token: token.token, subscription }] : [];
  });
}

function parseSubscription({ platform, token }: PushToken) {
  if (platform !== WEB_PLATFORM) return null;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), webSubscription), token);
  return parsed.success ? parsed.output : null;
}

async function sendToDevice(
  { message, urgency }: PushContent,
  id: string,
  { subscription }: Device,
  { db, environment }: PushServices,
): Promise<PushOutcome> {
  // The endpoint doesn't belong to a known push service, so the app didn't create this subscription.
  if (!isAllowedPushEndpoint(subscription.endpoint, environment.pushSink)) return 'gone';
  return sendPush({
    subscription,
    plaintext: Buffer.from(JSON.stringify(message)),
    ttlSeconds: PUSH_TTL_MS / 1000,
    urgency,
    topic: id.replaceAll('-', ''),
    contact: environment.pushContact,
    keys: await loadVapidKeys(db),
  });
}

/** Removes tokens from the person's list and keeps ones added in the meantime. */
function removeTokens(
  installerId: string,
  tokens: readonly string[],
  { db }: PushServices,
): Promise<void> {
  return transact(db, async (trx) => {
    const person = await trx
      .selectFrom('installers')
      .select('fcm')
      .where('id', '=', installerId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) return;
    const remainingTokens = (parsePushTokens(person.fcm) ?? []).filter(
      ({ token }) => !tokens.includes(token),
    );
    await trx
      .updateTable('installers')
      .set({ fcm: JSON.stringify(remainingTokens) })
      .where('id', '=', installerId)
      .execute();
  });
}

/**
 * Push services of the supported browsers. Endpoints come from devices, so no other host is called.
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/**
 * True if the endpoint may be called: https, a known push service, default port. Endpoints come from devices, so
 * arbitrary URLs would allow requests to internal hosts (SSRF).
 * @param sink additional allowed origin, for tests; null in production
 */
export function isAllowedPushEndpoint(endpoint: string, sink: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (sink !== null && origin === sink) return true;
  return (
    protocol === 'https:' && port === '' && pushServices.some((service) => service.test(hostname))
  );
}
