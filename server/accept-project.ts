import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { onDatabase } from './db/operator-database.ts';
import { decideReview } from './projects/review-project.ts';

/*
 * `node server/accept-project.ts PROJECT [REJECTED SCAN ...]`: an operator's decision on a project in
 * review. Its products count but for the rejected ones, and its points are booked. The embedded
 * database belongs to one process, so the server has to be stopped for it; PostgreSQL's need not.
 */
const [project, ...rejected] = v.parse(
  v.pipe(v.array(uuid), v.minLength(1, 'Name the project by its id.')),
  process.argv.slice(2),
);
await onDatabase(async (db) => {
  const clock = { now: () => Date.now() };
  const decided = await decideReview(project ?? '', rejected, { db, clock });
  process.stdout.write(`The project is closed with ${decided.available_points} points.\n`);
});
