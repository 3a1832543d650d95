import { deliverPush } from '#server/push/deliver-push.ts';
import { vapidKeys } from '#server/push/vapid.ts';
import { type Services } from '#server/services.ts';
import { deliverMessage, type DeliveryOutcome, type QueuedMessage } from './deliver-message.ts';
import { type MessageKind } from './message-tables.ts';
import { retryPolicyFor } from './retry-policy.ts';
import { giveUp, recordOutcome } from './record-outcome.ts';

type Sending = Pick<Services, 'db' | 'clock' | 'pepper' | 'logger' | 'environment' | 'delivery'>;

/** Hands over what stands in the queue, as any other process may. */
export interface MessageSender {
  /** Something urgent was written and committed: it is handed over at once, after who asked is answered. */
  sendUrgent(): void;
  /** Hands over what is due. @returns how many messages were tried, once they are settled */
  sendDue(): Promise<number>;
  /** Resolves when nothing is on its way. */
  whenIdle(): Promise<void>;
  /** Hands over what is due now, and looks every few seconds. */
  start(): void;
  /** Begins nothing more, and resolves when what is on its way is settled. */
  stop(): Promise<void>;
}

/** A commit in another process tells this one nothing, so it looks again and again. */
const LOOK_INTERVAL_MS = 5_000;
/** A stop waits no longer for a provider: what it has may come again from the next process. */
const STOP_LIMIT_MS = 10_000;

/**
 * Messages that go the same way wait for each other, and for no others: a mail server that hangs holds up
 * neither text messages nor codes.
 */
interface Lane {
  readonly kind: MessageKind;
  readonly isUrgent: boolean;
  /** How many may be on their way at once. */
  readonly width: number;
  underway: number;
  isLooking: boolean;
  /** There may be more than was taken. */
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
 * Sends what is in the queue, each message by one process at a time: taking one moves its time ahead, past
 * rows that another process is taking. Whoever takes one and dies lets it go when that time has come, so
 * that none is lost and, at worst, one arrives twice under the same id.
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
      // Sooner than the next look; the timer is only there while the process sends by itself.
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

/** Resolves once what is ready to run now has run, such as an answer: its time tells nothing of a message. */
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

/** Looks at the lanes that have something due: mostly none, and that is one question. */
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

/** The keys of push messages are made with the first start, also without anything to send. */
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

/** Tries a message once. @returns in how many milliseconds it is due again. Never throws. */
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
    // It is tried again when its time has come: it was moved ahead when the message was taken.
    services.logger.error({ err: error, kind: message.kind }, 'a message could not be settled');
    return null;
  }
}

/** What only looks like a message; see `enqueueCode`. */
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
