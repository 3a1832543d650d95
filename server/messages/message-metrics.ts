import { type Kysely } from 'kysely';
import { Counter, Gauge } from 'prom-client';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

/** Of this process; `http/metrics.ts` shows them. */
export const messagesSent = new Counter({
  name: 'messages_sent_total',
  help: 'Messages that were handed over.',
  labelNames: ['kind'],
  registers: [],
});
export const messageFailures = new Counter({
  name: 'message_failures_total',
  help: 'Tries to hand a message over that failed, by why.',
  labelNames: ['kind', 'failure'],
  registers: [],
});
export const messagesGivenUp = new Counter({
  name: 'messages_given_up_total',
  help: 'Messages that nobody will get, by why.',
  labelNames: ['kind', 'reason'],
  registers: [],
});

/** What there is in the queue, for all processes: read from the database whenever it is asked for. */
export function queueGauges({ db, clock }: Pick<Services, 'db' | 'clock'>): Gauge[] {
  const labelNames = ['kind'];
  const oldest = new Gauge({
    name: 'messages_oldest_seconds',
    help: 'How long the oldest message that waits has been waiting.',
    labelNames,
    registers: [],
  });
  const givenUp = new Gauge({
    name: 'messages_given_up',
    help: 'Messages that were given up in the last days.',
    labelNames,
    registers: [],
  });
  const waiting = new Gauge({
    name: 'messages_waiting',
    help: 'Messages that are to be handed over.',
    labelNames,
    registers: [],
    // Registered first, so that the others have their numbers when they are asked.
    collect: async () => {
      for (const gauge of [waiting, oldest, givenUp]) gauge.reset();
      // A database that is lost is told of elsewhere; what the process knows is told all the same.
      const kinds = await lengths(db).catch(() => []);
      for (const { kind, count, first, lost } of kinds) {
        waiting.set({ kind }, Number(count));
        givenUp.set({ kind }, Number(lost));
        const since = first === null ? 0 : (clock.now() - first.getTime()) / 1000;
        oldest.set({ kind }, Math.max(0, since));
      }
    },
  });
  return [waiting, oldest, givenUp];
}

function lengths(db: Kysely<Database>) {
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
