import { type RawBuilder, sql, type Transaction } from 'kysely';
import { HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { type BulkStartCallId } from '#schemas/operator/bulk-start-calls.ts';
import { type OperatorCallId } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { startBulkJob } from './bulk-jobs.ts';
import { lockUnplanned, recordPlans } from './held-actions.ts';
import { type OperatorHandlers, type OperatorInput } from './operator-handler.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';

/** Records of a bulk action. */
interface BulkSubject {
  readonly table: keyof Database;
  readonly key: string;
  readonly region: string;
  /** Text that names a row without personal data. */
  readonly label: RawBuilder<string>;
  /** Fields of each row's input that depend on the record, as JSON. */
  readonly seen?: RawBuilder<unknown>;
}

const creationTime = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;
const regional = { key: 'uuid', region: 'region_id' };

/**
 * The records of each call. Homeowners' requests, leads, chats and content have no number, so they are labelled with
 * the time of their creation.
 */
const subjects: Readonly<Record<BulkStartCallId, BulkSubject>> = {
  startBulkCompanies: {
    table: 'companies',
    ...{ key: 'id', region: 'regions_id', label: sql<string>`number::text` },
  },
  startBulkRequests: { table: 'lead_requests', ...regional, label: creationTime },
  startBulkLeads: { table: 'leads', ...regional, label: creationTime },
  startBulkProducts: { table: 'shop_products', ...regional, label: sql<string>`left(name, 100)` },
  startBulkCertificates: {
    table: 'warranty_certificates',
    ...regional,
    label: sql<string>`number`,
  },
  startBulkChats: {
    table: 'support_chats',
    ...regional,
    label: creationTime,
    // The newest message when the job starts: the operator can't have seen a newer one.
    seen: sql`jsonb_build_object('seen_message', (
      select message.uuid from support_messages message where message.chat_uuid = support_chats.uuid
      order by message.created_at desc limit 1))`,
  },
  startBulkContents: { table: 'contents', ...regional, label: creationTime },
  startBulkSurveys: {
    table: 'surveys',
    ...regional,
    label: sql<string>`left(survey_key, 100)`,
    // A survey that is edited while its end is held doesn't end.
    seen: sql`jsonb_build_object('rev', rev)`,
  },
};

interface RecordRow {
  readonly id: string;
  readonly region: RegionId;
  readonly label: string;
  readonly seen: object | null;
}

/** Reads the records, oldest first. */
async function readRecords(
  trx: Transaction<Database>,
  { table, key, region, label, seen = sql`null` }: BulkSubject,
  ids: readonly string[],
): Promise<readonly RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select ${sql.ref(key)} as id, ${sql.ref(region)} as region, ${label} as label, ${seen} as seen
    from ${sql.table(table)} where ${sql.ref(key)} = any(${ids}::uuid[])
    order by created_at, ${sql.ref(key)}`.execute(trx);
  return rows;
}

interface StartInput extends Pick<OperatorInput<OperatorCall>, 'operator' | 'audit' | 'runAction'> {
  readonly body: {
    readonly records: readonly string[];
    readonly run: {
      readonly act: OperatorCallId;
      /** Only surveys can be held. */
      readonly holds?: boolean | undefined;
    };
    readonly why: string;
  };
}

/** Creates the handler that starts a subject's bulk actions. */
const createStarter =
  (id: BulkStartCallId) =>
  ({ body: { records, run, why }, operator, audit, runAction }: StartInput, services: Services) =>
    runAction(async (trx) => {
      const { act, holds: isHeld = false, ...input } = run;
      if (isHeld) await lockUnplanned(trx, 'surveys', records);
      const rows = await readRecords(trx, subjects[id], records);
      const job = {
        act,
        why,
        dueAt: isHeld ? services.clock.now() + HOLD_MS : undefined,
        regions: rows.map(({ region }) => region),
        rows: rows.map(({ id: recordId, label, seen }) => ({
          recordId,
          label,
          input: { ...input, ...seen },
        })),
      };
      const result = await startBulkJob(trx, job, { operator, services, audit });
      if (isHeld) {
        const plannedRecords = rows.map(({ id: recordId, region }) => ({
          ...{ record: { kind: 'survey', id: recordId }, region },
        }));
        await recordPlans(trx, act, plannedRecords, { operator, why, services });
      }
      return result;
    });

/** Handlers that start bulk actions. The records' countries have already been verified when a handler runs. */
export const bulkStartHandlers = {
  startBulkCompanies: createStarter('startBulkCompanies'),
  startBulkRequests: createStarter('startBulkRequests'),
  startBulkLeads: createStarter('startBulkLeads'),
  startBulkProducts: createStarter('startBulkProducts'),
  startBulkCertificates: createStarter('startBulkCertificates'),
  startBulkChats: createStarter('startBulkChats'),
  startBulkContents: createStarter('startBulkContents'),
  startBulkSurveys: createStarter('startBulkSurveys'),
} satisfies Partial<OperatorHandlers>;
