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
