import { type Selectable } from 'kysely';
import * as v from 'valibot';
import { type PushToken, readPushTokens } from '#schemas/person-rules.ts';
import { WEB_PLATFORM, webSubscription } from '#schemas/push.ts';
import { asJsonb } from '../db/as-jsonb.ts';
import { transact } from '../db/database.ts';
import { type Services } from '../services.ts';
import { isPushEndpoint } from './push-endpoint.ts';
import { type PushMessagesTable } from './push-tables.ts';
import { type PushOutcome, sendPush } from './send-push.ts';
import { vapidKeys } from './vapid.ts';

type Message = Selectable<PushMessagesTable>;
type Sending = Pick<Services, 'db' | 'clock' | 'environment' | 'logger'>;

/** How often the sender looks for messages; a commit in another process tells it nothing. */
const LOOK_INTERVAL_MS = 5_000;
const BATCH = 20;
/** Longer than a message may take: its devices are asked at once, and each for 10 s at most. */
const LEASE_MS = 60_000;
/** What is a day old is no news, to us and to the push service. */
const KEPT_MS = 86_400_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;

/**
 * Sends what is due, each message by one process only: taking one moves its time ahead, past rows
 * that another process is taking. Those that a push service would not take now come again later.
 * @returns how many messages were taken
 */
export async function sendDuePushes(services: Sending): Promise<number> {
  const { db, clock } = services;
  const now = clock.now();
  const taken = await db
    .updateTable('push_messages')
    .set((eb) => ({ due_at: new Date(now + LEASE_MS), tries: eb('tries', '+', 1) }))
    .where('uuid', 'in', (eb) =>
      eb
        .selectFrom('push_messages')
        .select('uuid')
        .where('due_at', '<=', new Date(now))
        .orderBy('due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  await Promise.all(taken.map((message) => deliver(message, services)));
  return taken.length;
}

async function deliver(message: Message, services: Sending): Promise<void> {
  const { db, clock, logger } = services;
  const settledBefore = v.parse(v.array(v.string()), message.settled);
  const devices = (await devicesOf(message.installer_id, services)).filter(
    ({ subscription }) => !settledBefore.includes(subscription.endpoint),
  );
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ ...device, outcome: await send(message, device, services) })),
  );
  const gone = outcomes.filter(({ outcome }) => outcome === 'gone').map(({ token }) => token);
  if (gone.length > 0) await forget(message.installer_id, gone, services);
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused').length;
  if (refused > 0) logger.warn({ refused }, 'a push service refused a message');

  const isLate = outcomes.some(({ outcome }) => outcome === 'later');
  const isOld = clock.now() - message.created_at.getTime() >= KEPT_MS;
  if (!isLate || isOld) {
    await db.deleteFrom('push_messages').where('uuid', '=', message.uuid).execute();
    if (isLate) logger.warn({ tries: message.tries }, 'a push message was given up');
    return;
  }
  const settled = outcomes
    .filter(({ outcome }) => outcome !== 'later')
    .map(({ subscription }) => subscription.endpoint);
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (message.tries - 1));
  await db
    .updateTable('push_messages')
    .set({
      due_at: new Date(clock.now() + wait),
      settled: asJsonb([...settledBefore, ...settled]),
    })
    .where('uuid', '=', message.uuid)
    .execute();
}

type Device = Awaited<ReturnType<typeof devicesOf>>[number];

/** The browsers that the person has subscribed with. Whoever was switched off is told nothing more. */
async function devicesOf(installerId: string, { db }: Sending) {
  const person = await db
    .selectFrom('installers')
    .select('fcm')
    .where('id', '=', installerId)
    .where('active', '=', true)
    .executeTakeFirst();
  return (person ? (readPushTokens(person.fcm) ?? []) : []).flatMap((token) => {
    const subscription = subscriptionOf(token);
    return subscription ? [{ token: token.token, subscription }] : [];
  });
}

function subscriptionOf({ platform, token }: PushToken) {
  if (platform !== WEB_PLATFORM) return null;
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), webSubscription), token);
  return read.success ? read.output : null;
}

async function send(
  message: Message,
  { subscription }: Device,
  { db, environment }: Sending,
): Promise<PushOutcome> {
  // No push service of any browser: nothing that was ever subscribed by the app.
  if (!isPushEndpoint(subscription.endpoint, environment.pushSink)) return 'gone';
  return sendPush({
    subscription,
    plaintext: Buffer.from(JSON.stringify(message.message)),
    keptSeconds: KEPT_MS / 1000,
    urgency: message.urgency,
    contact: environment.pushContact,
    keys: await vapidKeys(db),
  });
}

/** Takes tokens off the person's list; those that came meanwhile stay. */
function forget(installerId: string, tokens: readonly string[], { db }: Sending): Promise<void> {
  return transact(db, async (trx) => {
    const person = await trx
      .selectFrom('installers')
      .select('fcm')
      .where('id', '=', installerId)
      .forUpdate()
      .executeTakeFirst();
    if (!person) return;
    const left = (readPushTokens(person.fcm) ?? []).filter(({ token }) => !tokens.includes(token));
    await trx
      .updateTable('installers')
      .set({ fcm: JSON.stringify(left) })
      .where('id', '=', installerId)
      .execute();
  });
}

/**
 * Sends what is due, now and every few seconds, never two rounds at once.
 * @returns stops it, and resolves when a round that is under way has ended
 */
export function startPushSender(services: Sending): () => Promise<void> {
  let round: Promise<void> | null = null;
  const start = () => {
    round ??= sendAll(services).finally(() => {
      round = null;
    });
  };
  const timer = setInterval(start, LOOK_INTERVAL_MS);
  start();
  return async () => {
    clearInterval(timer);
    await round;
  };
}

async function sendAll(services: Sending): Promise<void> {
  try {
    // Also without anything to send: the keys are made with the first start.
    await vapidKeys(services.db);
    while ((await sendDuePushes(services)) === BATCH);
  } catch (error) {
    services.logger.error({ err: error }, 'sending push messages failed');
  }
}
