import { createHash } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type AuditedChange } from './operator-handler.ts';

/** Maximum number of rows per statement, because a statement's parameters are limited. */
const MAX_ROWS_PER_INSERT = 1000;

/** An action, audited read or sign-in to record. */
interface AuditedAction {
  readonly kind: 'act' | 'read' | 'sign_in';
  /** Id of the call. */
  readonly act: string;
  readonly operatorId: string;
  readonly sessionId: string | null;
  readonly region?: RegionId | null;
  readonly record?: { readonly kind: string; readonly id: string } | null;
  readonly why?: string | null;
  /** Set only for sign-ins and file downloads, whose outcome isn't recorded as a separate row. */
  readonly outcome?: 'done';
}

/**
 * Records an action.
 * @returns the action's id, for recording its outcome
 */
export async function recordAction(
  db: Kysely<Database>,
  now: number,
  { kind, act, operatorId, sessionId, region, record, why = null, outcome }: AuditedAction,
): Promise<number> {
  const { id } = await db
    .insertInto('operator_audit')
    .values({
      at: new Date(now),
      kind,
      act,
      of_id: null,
      operator_id: operatorId,
      session_id: sessionId,
      region_id: region ?? null,
      record_kind: record?.kind ?? null,
      record_id: record?.id ?? null,
      why_hash: why === null ? null : hashReason(why),
      outcome: outcome ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (why !== null) await db.insertInto('operator_reasons').values({ audit_id: id, why }).execute();
  return id;
}

/** An action on one of several records. */
interface ActedRecord {
  readonly record: { readonly kind: string; readonly id: string };
  readonly region: RegionId | null;
}

/** Records the same action on each of the records, with its outcome `done`, so that each record's timeline has it. */
export async function recordDoneActions(
  db: Kysely<Database>,
  now: number,
  {
    act,
    operatorId,
    sessionId,
    why,
  }: Omit<AuditedAction, 'kind' | 'region' | 'record' | 'why'> & {
    readonly why: string;
  },
  records: readonly ActedRecord[],
): Promise<void> {
  const at = new Date(now);
  const whyHash = hashReason(why);
  for (let from = 0; from < records.length; from += MAX_ROWS_PER_INSERT) {
    const rows = await db
      .insertInto('operator_audit')
      .values(
        records.slice(from, from + MAX_ROWS_PER_INSERT).map(({ record, region }) => ({
          ...{ at, kind: 'act' as const, act, of_id: null, outcome: null, why_hash: whyHash },
          ...{ operator_id: operatorId, session_id: sessionId, region_id: region },
          ...{ record_kind: record.kind, record_id: record.id },
        })),
      )
      .returning('id')
      .execute();
    await db
      .insertInto('operator_reasons')
      .values(rows.map(({ id }) => ({ audit_id: id, why })))
      .execute();
    await db
      .insertInto('operator_audit')
      .values(
        rows.map(({ id }) => ({
          ...{ at, kind: 'outcome' as const, act, of_id: id, outcome: 'done', why_hash: null },
          ...{ operator_id: operatorId, session_id: null, region_id: null },
          ...{ record_kind: null, record_id: null },
        })),
      )
      .execute();
  }
}

/** Hashes a reason. The audit chain contains the hash instead of the text, because an erasure may change the text. */
function hashReason(why: string): string {
  return createHash('sha256').update(why).digest('base64url');
}

/** Fields whose values are never audited; the audit only records that they changed. */
const HIDDEN_FIELD =
  /^(name|surname|.*e?mail|.*phone.*|mobile|.*address.*|street.*|city|postal_code|code|codes|response|text|body|message|note|notes)$/;
const HIDDEN = '(hidden)';

/** Replaces contact data, texts and codes. */
function hideValues(values: AuditedChange['before']): Record<string, unknown> | null {
  if (values === null) return null;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      HIDDEN_FIELD.test(field) && value !== null ? HIDDEN : value,
    ]),
  );
}

/** Records an action's changes and outcome: `done` or an error code. */
export async function recordOutcome(
  db: Kysely<Database>,
  now: number,
  action: {
    readonly id: number;
    readonly name: string;
    readonly operatorId: string;
    readonly changes: readonly AuditedChange[];
    readonly outcome: string;
  },
): Promise<void> {
  const row = {
    at: new Date(now),
    act: action.name,
    of_id: action.id,
    operator_id: action.operatorId,
    session_id: null,
  };
  const noRecord = { region_id: null, record_kind: null, record_id: null, why_hash: null };
  const changes = action.changes.map(({ kind, id, region, before, after }) => ({
    ...row,
    ...noRecord,
    kind: 'change' as const,
    outcome: null,
    region_id: region,
    record_kind: kind,
    record_id: id,
    before: before === null ? null : toJsonb(hideValues(before)),
    after: after === null ? null : toJsonb(hideValues(after)),
  }));
  for (let from = 0; from < changes.length; from += MAX_ROWS_PER_INSERT)
    await db
      .insertInto('operator_audit')
      .values(changes.slice(from, from + MAX_ROWS_PER_INSERT))
      .execute();
  await db
    .insertInto('operator_audit')
    .values({ ...row, ...noRecord, kind: 'outcome', outcome: action.outcome })
    .execute();
}
