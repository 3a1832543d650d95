import { deliverPush } from '#server/push/deliver-push.ts';
import { loadVapidKeys } from '#server/push/vapid.ts';
import { type MessageSender, type Services } from '#server/services.ts';
import { deliverMessage, type DeliveryOutcome, type QueuedMessage } from './deliver-message.ts';
import { type MessageKind } from './message-tables.ts';
import { getRetryPolicy } from './retry-policy.ts';
import { giveUp, recordOutcome } from './record-outcome.ts';

type SenderServices = Pick<
  Services,
  'db' | 'clock' | 'pepper' | 'logger' | 'environment' | 'delivery'
>;

/** Time between two polls, in ms. Polling is necessary, because other processes don't announce their commits. */
const POLL_INTERVAL_MS = 5_000;
/** On shutdown, slow attempts are abandoned after this time, in ms. Another process will retry them. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Messages of one kind and urgency share a concurrency limit, so that a hanging mail server delays
 * neither text messages nor codes.
 */
interface Lane {
  readonly kind: MessageKind;
  readonly isUrgent: boolean;
  /** Maximum number of concurrent attempts. */
  readonly maxConcurrent: number;
  active: number;
  isFilling: boolean;
  /** True if there may be due messages that haven't been claimed. */
  hasMore: boolean;
}

function createLanes(): Lane[] {
  const idle = { active: 0, isFilling: false, hasMore: false };
  return [
    { kind: 'email', isUrgent: true, maxConcurrent: 50, ...idle },
    { kind: 'sms', isUrgent: true, maxConcurrent: 50, ...idle },
    { kind: 'email', isUrgent: false, maxConcurrent: 10, ...idle },
    { kind: 'sms', isUrgent: false, maxConcurrent: 10, ...idle },
    { kind: 'push', isUrgent: false, maxConcurrent: 20, ...idle },
  ];
}

/**
 * Creates the sender of queued messages. A process claims a message by moving its `due_at` forward (with SKIP LOCKED),
 * so that no other process attempts it. If that process dies, the message is due again later. So nothing is lost, and
 * at worst a message arrives twice under the same id.
 */
export function createMessageSender(services: SenderServices): MessageSender {
  const lanes = createLanes();
  const pendingWork = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let attemptCount = 0;

  const track = (work: Promise<unknown>) => {
    pendingWork.add(work);
    void work.finally(() => pendingWork.delete(work));
  };
  const fillLane = async (lane: Lane): Promise<void> => {
    lane.hasMore = true;
    if (lane.isFilling) return;
    lane.isFilling = true;
    try {
      while (lane.hasMore && lane.active < lane.maxConcurrent && !isStopped) {
        lane.hasMore = false;
        const capacity = lane.maxConcurrent - lane.active;
        const claimedMessages = await claimMessages(lane, capacity, services);
        if (claimedMessages.length === capacity) lane.hasMore = true;
        for (const message of claimedMessages) startAttempt(lane, message);
      }
    } catch (error) {
      lane.hasMore = false;
      services.logger.error({ err: error }, 'polling for messages failed');
    } finally {
      lane.isFilling = false;
    }
  };
  const startAttempt = (lane: Lane, message: QueuedMessage) => {
    attemptCount += 1;
    lane.active += 1;
    const work = attempt(message, services).then((delayMs) => {
      lane.active -= 1;
      if (lane.hasMore) track(fillLane(lane));
      // Retry before the next poll. There is no timer unless `start` was called.
      if (delayMs !== null && timer !== null && delayMs < POLL_INTERVAL_MS) {
        setTimeout(() => track(fillLane(lane)), delayMs).unref();
      }
    });
    track(work);
  };
  const whenIdle = async () => {
    while (pendingWork.size > 0) await Promise.all(pendingWork);
  };
  const pollAll = () => {
    for (const lane of lanes) track(fillLane(lane));
  };
  return {
    sendUrgent: () =>
      track(afterPendingCallbacks().then(() => Promise.all(lanes.filter(isUrgent).map(fillLane)))),
    async sendDue() {
      attemptCount = 0;
      pollAll();
      await whenIdle();
      return attemptCount;
    },
    whenIdle,
    start() {
      const poll = () => track(pollDueLanes(lanes, fillLane, services));
      timer = setInterval(poll, POLL_INTERVAL_MS);
      track(ensureVapidKeys(services));
      poll();
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      await Promise.race([whenIdle(), shutdownTimeout()]);
    },
  };
}

function isUrgent(lane: Lane): boolean {
  return lane.isUrgent;
}

/**
 * Resolves after pending callbacks, such as a response, so that response times don't reveal whether
 * a message exists.
 */
function afterPendingCallbacks(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function shutdownTimeout(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, SHUTDOWN_TIMEOUT_MS).unref();
  });
}

/** Fills the lanes that have due messages. One query finds these lanes, because usually nothing is due. */
async function pollDueLanes(
  lanes: readonly Lane[],
  fillLane: (lane: Lane) => Promise<void>,
  { db, clock, logger }: SenderServices,
): Promise<void> {
  try {
    const dueLanes = await db
      .selectFrom('messages')
      .select(['kind', 'is_urgent'])
      .distinct()
      .where('given_up_at', 'is', null)
      .where('due_at', '<=', new Date(clock.now()))
      .execute();
    const isDue = ({ kind, isUrgent: laneIsUrgent }: Lane) =>
      dueLanes.some((row) => row.kind === kind && row.is_urgent === laneIsUrgent);
    await Promise.all(lanes.filter(isDue).map(fillLane));
  } catch (error) {
    logger.error({ err: error }, 'polling for messages failed');
  }
}

/** Creates the keys for push messages on the first start, even if nothing is queued. */
async function ensureVapidKeys({ db, logger }: SenderServices): Promise<void> {
  try {
    await loadVapidKeys(db);
  } catch (error) {
    logger.error({ err: error }, 'reading the keys for push messages failed');
  }
}

async function claimMessages(
  lane: Lane,
  capacity: number,
  { db, clock }: SenderServices,
): Promise<QueuedMessage[]> {
  const now = clock.now();
  const { leaseMs } = getRetryPolicy({ is_urgent: lane.isUrgent });
  return db
    .updateTable('messages')
    .set((eb) => ({ due_at: new Date(now + leaseMs), tries: eb('tries', '+', 1) }))
    .where('uuid', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('uuid')
        .where('kind', '=', lane.kind)
        .where('is_urgent', '=', lane.isUrgent)
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', new Date(now))
        .orderBy('due_at')
        .limit(capacity)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Tries once to deliver a message. Never throws.
 * @returns milliseconds until the next attempt; null if there is none or if storing the outcome failed
 */
async function attempt(message: QueuedMessage, services: SenderServices): Promise<number | null> {
  try {
    if (!isDecoy(message) && services.clock.now() >= message.expires_at.getTime()) {
      await giveUp(message, { reason: 'too_old', failure: message.failure }, services);
      return null;
    }
    const { timeoutMs } = getRetryPolicy(message);
    const delivery =
      message.kind === 'push' ? deliverPush(message, services) : deliverMessage(message, services);
    return await recordOutcome(message, await withinTime(delivery, timeoutMs), services);
  } catch (error) {
    // The message will be retried, because claiming it has already moved its `due_at`.
    services.logger.error(
      { err: error, kind: message.kind },
      'storing the outcome of a message failed',
    );
    return null;
  }
}

/** Returns true if the message is a decoy, which `enqueueCode` explains. */
function isDecoy({ recipient, installer_id }: QueuedMessage): boolean {
  return recipient === null && installer_id === null;
}

async function withinTime(
  delivery: Promise<DeliveryOutcome>,
  timeoutMs: number,
): Promise<DeliveryOutcome> {
  const { promise: timedOut, resolve } = Promise.withResolvers<DeliveryOutcome>();
  const timer = setTimeout(resolve, timeoutMs, { status: 'later', failure: 'no_answer' });
  timer.unref();
  try {
    return await Promise.race([delivery, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
