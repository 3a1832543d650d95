import { type Generated } from 'kysely';

/** The columns of every table that is replicated to a company. */
export interface ReplicatedTable {
  uuid: string;
  company_id: string;
  /** The company's counter of changes at the last change of this row. */
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

/** What every replicated table has for the wire (`replicatedEntries` of the schemas). */
interface ReplicatedRow {
  readonly uuid: string;
  readonly op_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted: boolean;
}

/** The beginning of every replicated entity, as the wire has it. */
export function replicatedFields(row: ReplicatedRow) {
  return {
    uuid: row.uuid,
    op_id: row.op_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted: row.deleted,
  };
}
