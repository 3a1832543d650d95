import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { decideIndividually, type ProductDecision } from '../projects/decide-products.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { type ReviewTables } from './review-tables.ts';

type SettlingServices = Pick<Services, 'db' | 'clock' | 'logger' | 'messages'>;
type HeldRow = Selectable<ReviewTables['review_decisions']>;

/**
 * Applies held decisions. A project's decisions are applied together when the last one is due, so that the company is
 * notified once. This is safe in several processes and after a crash, because a decision is applied in the transaction
 * that stores its outcome.
 * @returns the number of settled decisions
 */
export async function settleDecisions({
  db,
  clock,
  logger,
  messages,
}: SettlingServices): Promise<number> {
  const now = clock.now();
  const projects = await findDueProjects(db, now);
  let count = 0;
  for (const project of projects) {
    try {
      count += await transact(db, (trx) => settleProject(trx, project, now));
    } catch (error) {
      // The loop continues with the other projects. This project is retried in the next run.
      logger.error({ err: error, project }, 'settling reviewers’ decisions failed');
    }
  }
  if (count > 0) messages.sendUrgent();
  return count;
}

async function findDueProjects(db: Kysely<Database>, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('review_decisions')
    .where('outcome', 'is', null)
    .groupBy('project')
    .having(({ fn }) => fn.max('due_at'), '<=', new Date(now))
    .select('project')
    .execute();
  return rows.map(({ project }) => project);
}

async function settleProject(
  trx: Transaction<Database>,
  project: string,
  now: number,
): Promise<number> {
  const heldDecisions = await trx
    .selectFrom('review_decisions')
    .selectAll()
    .where('project', '=', project)
    .where('outcome', 'is', null)
    .orderBy('scan')
    .forUpdate()
    .execute();
  // Another process has settled them, or another decision was made in the meantime.
  if (heldDecisions.length === 0 || heldDecisions.some(({ due_at }) => due_at.getTime() > now))
    return 0;
  const getOutcome = await applyDecisions(trx, project, heldDecisions, now);
  for (const [outcome, decisions] of Map.groupBy(heldDecisions, getOutcome)) {
    await trx
      .updateTable('review_decisions')
      .set({ outcome, settled_at: new Date(now), note: null })
      .where('uuid', '=', anyUuid(decisions.map(({ uuid }) => uuid)))
      .execute();
  }
  return heldDecisions.length;
}

async function applyDecisions(
  trx: Transaction<Database>,
  project: string,
  heldDecisions: readonly HeldRow[],
  now: number,
): Promise<(decision: HeldRow) => string> {
  const decisions = heldDecisions.map(({ scan, seen_version, ...row }) => ({
    scan,
    seenVersion: seen_version,
    decision: toDecision(row),
  }));
  try {
    const failures = await decideIndividually(trx, project, decisions, now);
    return ({ scan }) => failures.get(scan) ?? 'done';
  } catch (error) {
    // The error was thrown before anything was stored, because the project was deleted or is open again.
    if (!(error instanceof ApiFailure)) throw error;
    return () => error.code;
  }
}

function toDecision({
  kind,
  code,
  note,
}: Pick<HeldRow, 'kind' | 'code' | 'note'>): ProductDecision {
  return kind === 'accept' ? { kind } : { kind, code: code ?? '', note };
}
