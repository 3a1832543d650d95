import { type Kysely } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import { type Database } from '#server/db/tables.ts';
import { type Services } from '#server/services.ts';

/** Counters in this process, exposed by `http/observability/metrics.ts`. */
export const messagesSent = new Counter({
  name: 'club_messages_sent_total',
  help: 'Messages sent.',
  labelNames: ['kind'],
  registers: [],
});
export const messageFailures = new Counter({
  name: 'club_message_failures_total',
  help: 'Failed attempts to send a message, by reason.',
  labelNames: ['kind', 'failure'],
  registers: [],
});
export const messagesGivenUp = new Counter({
  name: 'club_messages_given_up_total',
  help: 'Messages that were given up, by reason.',
  labelNames: ['kind', 'reason'],
  registers: [],
});

/** Creates the gauges of the queue, which cover all processes. They're read from the database on each scrape. */
export function createQueueGauges({ db, clock }: Pick<Services, 'db' | 'clock'>): Gauge[] {
  // The gauges are collected concurrently and share one query.
  let runningQuery: ReturnType<typeof loadQueueLengths> | null = null;
  const loadLengths = () => {
    runningQuery ??= loadQueueLengths(db).finally(() => {
      runningQuery = null;
    });
    // Database failures are reported elsewhere. The other metrics must still be exposed.
    return runningQuery.catch(() => []);
  };
  type QueueLength = Awaited<ReturnType<typeof loadQueueLengths>>[number];
  const createGauge = (name: string, help: string, getValue: (length: QueueLength) => number) => {
    const metric = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [],
      collect: async () => {
        const kinds = await loadLengths();
        metric.reset();
        for (const length of kinds) metric.set({ kind: length.kind }, getValue(length));
      },
    });
    return metric;
  };
  return [
    createGauge('club_messages_pending', 'Messages waiting to be sent.', ({ count }) =>
      Number(count),
    ),
    createGauge('club_messages_oldest_seconds', 'Age of the oldest queued message.', ({ first }) =>
      first === null ? 0 : Math.max(0, (clock.now() - first.getTime()) / 1000),
    ),
    createGauge(
      'club_messages_given_up',
      'Messages that were given up in the last few days.',
      ({ lost }) => Number(lost),
    ),
  ];
}

function loadQueueLengths(db: Kysely<Database>) {
  return db
    .selectFrom('messages')
    .select(({ fn }) => [
      'kind',
      fn.countAll().filterWhere('given_up_at', 'is', null).as('count'),
      fn.min('created_at').filterWhere('given_up_at', 'is', null).as('first'),
      fn.countAll().filterWhere('given_up_at', 'is not', null).as('lost'),
    ])
    .groupBy('kind')
    .execute();
}
