import { sql } from 'kysely';
import { between, pick } from '#server/demo/seeded-random.ts';
import { type Attack, pauseUnlessFinished, type AttackContext } from './attack-context.ts';
import { type Target } from './target.ts';

export interface OutageIntervals {
  /** Mean intervals between connection losses and between kills, in milliseconds, ± 50 %. */
  readonly lossMs: number;
  readonly killMs: number;
}

/** Ends database connections in use, and kills and restarts processes. */
export function causeOutages(target: Target, { lossMs, killMs }: OutageIntervals): Attack {
  return async (context) => {
    const every = async (ms: number, action: () => Promise<void>) => {
      for (;;) {
        await pauseUnlessFinished(context, between(context.random, ms / 2, ms * 1.5));
        if (context.isFinished()) return;
        await action();
        context.tally.requests += 1;
      }
    };
    await Promise.all([
      every(lossMs, () => endConnections(context, target)),
      every(killMs, () => pick(context.random, target.processes).killAndStart()),
    ]);
  };
}

async function endConnections({ random }: AttackContext, { db }: Target): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club' and datname = current_database()
    limit ${between(random, 1, 40)}`.execute(db);
}
