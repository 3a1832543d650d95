import { type Generated } from 'kysely';

/** Columns of every replicated table. */
export interface ReplicatedTable {
  uuid: string;
  company_id: string;
  /** The company's change counter when this row last changed. */
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

/** Columns that clients receive (`replicatedEntries` of the schemas). */
interface ReplicatedRow {
  readonly uuid: string;
  readonly op_id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted: boolean;
}

/** Returns the common fields of every replicated entity, in the API's format. */
export function replicatedFields(row: ReplicatedRow) {
  return {
    uuid: row.uuid,
    op_id: row.op_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted: row.deleted,
  };
}
