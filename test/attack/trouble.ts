import { sql } from 'kysely';
import { between, pick } from '#server/demo/seeded-random.ts';
import { type Attack, restUntil, type Scene } from './scene.ts';
import { type Target } from './target.ts';

export interface Pace {
  /** Mean interval between connection losses and between kills, in milliseconds, ± 50 %. */
  readonly lossMs: number;
  readonly killMs: number;
}

/** Ends database connections in use, and kills and restarts processes. */
export function trouble(target: Target, { lossMs, killMs }: Pace): Attack {
  return async (scene) => {
    const every = async (ms: number, work: () => Promise<void>) => {
      for (;;) {
        await restUntil(scene, between(scene.random, ms / 2, ms * 1.5));
        if (scene.isOver()) return;
        await work();
        scene.tally.requests += 1;
      }
    };
    await Promise.all([
      every(lossMs, () => endConnections(scene, target)),
      every(killMs, () => pick(scene.random, target.processes).killAndStart()),
    ]);
  };
}

async function endConnections({ random }: Scene, { db }: Target): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'club' and datname = current_database()
    limit ${between(random, 1, 40)}`.execute(db);
}
