import { deliverPush } from '#server/push/deliver-push.ts';
import { vapidKeys } from '#server/push/vapid.ts';
import { type Services } from '#server/services.ts';
import { deliverMessage, type DeliveryOutcome, type QueuedMessage } from './deliver-message.ts';
import { type MessageKind } from './message-tables.ts';
import { retryPolicyFor } from './retry-policy.ts';
import { giveUp, recordOutcome } from './record-outcome.ts';

type Sending = Pick<Services, 'db' | 'clock' | 'pepper' | 'logger' | 'environment' | 'delivery'>;

/** Sends queued messages. Several processes may run one. */
export interface MessageSender {
  /** Sends newly committed urgent messages at once, after the current response is written. */
  sendUrgent(): void;
  /**
   * Sends everything due. @returns the number of messages attempted, once their outcomes are stored
   */
  sendDue(): Promise<number>;
  /** Resolves when no attempt is in progress. */
  whenIdle(): Promise<void>;
  /** Sends what is due now and polls every few seconds. */
  start(): void;
  /** Starts no new attempts; resolves when current ones have finished. */
  stop(): Promise<void>;
}

/** Poll interval: commits of other processes don't notify this one. */
const LOOK_INTERVAL_MS = 5_000;
/** On shutdown, abandon slow attempts after this time; another process will retry them. */
const STOP_LIMIT_MS = 10_000;

/**
 * Messages of one kind and urgency share a concurrency limit, so that a hanging mail server delays
 * neither text messages nor codes.
 */
interface Lane {
  readonly kind: MessageKind;
  readonly isUrgent: boolean;
  /** Maximum number of concurrent attempts. */
  readonly width: number;
  underway: number;
  isLooking: boolean;
  /** True if more messages may be due than were claimed. */
  hasMore: boolean;
}

function newLanes(): Lane[] {
  const idle = { underway: 0, isLooking: false, hasMore: false };
  return [
    { kind: 'email', isUrgent: true, width: 50, ...idle },
    { kind: 'sms', isUrgent: true, width: 50, ...idle },
    { kind: 'email', isUrgent: false, width: 10, ...idle },
    { kind: 'sms', isUrgent: false, width: 10, ...idle },
    { kind: 'push', isUrgent: false, width: 20, ...idle },
  ];
}

/**
 * Sends queued messages. Claiming one pushes `due_at` forward (SKIP LOCKED), so only one process
 * attempts it. If that process dies, the message is due again later: nothing is lost, and at worst
 * a message arrives twice under the same id.
 */
export function createMessageSender(services: Sending): MessageSender {
  const lanes = newLanes();
  const pending = new Set<Promise<unknown>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let tried = 0;

  const track = (work: Promise<unknown>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const look = async (lane: Lane): Promise<void> => {
    lane.hasMore = true;
    if (lane.isLooking) return;
    lane.isLooking = true;
    try {
      while (lane.hasMore && lane.underway < lane.width && !isStopped) {
        lane.hasMore = false;
        const room = lane.width - lane.underway;
        const taken = await take(lane, room, services);
        if (taken.length === room) lane.hasMore = true;
        for (const message of taken) begin(lane, message);
      }
    } catch (error) {
      lane.hasMore = false;
      services.logger.error({ err: error }, 'looking for messages failed');
    } finally {
      lane.isLooking = false;
    }
  };
  const begin = (lane: Lane, message: QueuedMessage) => {
    tried += 1;
    lane.underway += 1;
    const work = tryOnce(message, services).then((wait) => {
      lane.underway -= 1;
      if (lane.hasMore) track(look(lane));
      // Retry before the next poll. There is no timer unless `start` was called.
      if (wait !== null && timer !== null && wait < LOOK_INTERVAL_MS) {
        setTimeout(() => track(look(lane)), wait).unref();
      }
    });
    track(work);
  };
  const whenIdle = async () => {
    while (pending.size > 0) await Promise.all(pending);
  };
  const lookAtAll = () => {
    for (const lane of lanes) track(look(lane));
  };
  return {
    sendUrgent: () => track(nextTurn().then(() => Promise.all(lanes.filter(isUrgent).map(look)))),
    async sendDue() {
      tried = 0;
      lookAtAll();
      await whenIdle();
      return tried;
    },
    whenIdle,
    start() {
      const lookAround = () => track(lookWhereDue(lanes, look, services));
      timer = setInterval(lookAround, LOOK_INTERVAL_MS);
      track(keysMade(services));
      lookAround();
    },
    async stop() {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      timer = null;
      await Promise.race([whenIdle(), stopLimit()]);
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
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function stopLimit(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, STOP_LIMIT_MS).unref();
  });
}

/** Checks all lanes with one query, since usually nothing is due. */
async function lookWhereDue(
  lanes: readonly Lane[],
  look: (lane: Lane) => Promise<void>,
  { db, clock, logger }: Sending,
): Promise<void> {
  try {
    const due = await db
      .selectFrom('messages')
      .select(['kind', 'is_urgent'])
      .distinct()
      .where('given_up_at', 'is', null)
      .where('due_at', '<=', new Date(clock.now()))
      .execute();
    const isDue = ({ kind, isUrgent: isFirst }: Lane) =>
      due.some((one) => one.kind === kind && one.is_urgent === isFirst);
    await Promise.all(lanes.filter(isDue).map(look));
  } catch (error) {
    logger.error({ err: error }, 'looking for messages failed');
  }
}

/** Creates the keys for push messages at the first start, even if nothing is queued. */
async function keysMade({ db, logger }: Sending): Promise<void> {
  try {
    await vapidKeys(db);
  } catch (error) {
    logger.error({ err: error }, 'the keys for push messages could not be read');
  }
}

async function take(lane: Lane, room: number, { db, clock }: Sending): Promise<QueuedMessage[]> {
  const now = clock.now();
  const { leaseMs } = retryPolicyFor({ is_urgent: lane.isUrgent });
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
        .limit(room)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/**
 * Attempts a message once. @returns milliseconds until the next attempt, or null. Never throws.
 */
async function tryOnce(message: QueuedMessage, services: Sending): Promise<number | null> {
  try {
    if (!isForNobody(message) && services.clock.now() >= message.expires_at.getTime()) {
      await giveUp(message, { reason: 'too_old', failure: message.failure }, services);
      return null;
    }
    const { timeoutMs } = retryPolicyFor(message);
    const trying =
      message.kind === 'push' ? deliverPush(message, services) : deliverMessage(message, services);
    return await recordOutcome(message, await withinTime(trying, timeoutMs), services);
  } catch (error) {
    // It will be retried: claiming it has already moved `due_at`.
    services.logger.error({ err: error, kind: message.kind }, 'a message could not be settled');
    return null;
  }
}

/** A decoy; see `enqueueCode`. */
function isForNobody({ recipient, installer_id }: QueuedMessage): boolean {
  return recipient === null && installer_id === null;
}

async function withinTime(
  trying: Promise<DeliveryOutcome>,
  timeoutMs: number,
): Promise<DeliveryOutcome> {
  const { promise: late, resolve } = Promise.withResolvers<DeliveryOutcome>();
  const timer = setTimeout(resolve, timeoutMs, { became: 'later', failure: 'no_answer' });
  timer.unref();
  try {
    return await Promise.race([trying, late]);
  } finally {
    clearTimeout(timer);
  }
}
