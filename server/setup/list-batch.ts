import * as v from 'valibot';

/** Maximum number of lines in a batch; `club` splits larger files. */
export const MAX_BATCH_ROWS = 20_000;

/**
 * Creates the schema for a batch of lines from a CSV file.
 * @param columns names of the file's columns
 */
export function createListBatchSchema(columns: readonly string[]) {
  return v.object({
    /** Product types or SKUs that a check accepts although they aren't stored yet, because the setup would add them. */
    accepted: v.pipe(v.array(v.string()), v.maxLength(10_000)),
    /** Fields of each line. If a line has too many fields, `club` sends only the first of the surplus fields. */
    rows: v.pipe(
      v.array(v.pipe(v.array(v.string()), v.maxLength(columns.length + 1))),
      v.maxLength(MAX_BATCH_ROWS),
    ),
  });
}

/** Result of a batch. */
export const batchResult = v.object({
  added: v.number(),
  unchanged: v.number(),
  /** Index in the batch, and the reason as a sentence. */
  rejected: v.array(v.object({ index: v.number(), reason: v.string() })),
});

/** Reason for rejecting a row. */
export interface Reason {
  /** Code of the problem, which contains no values. */
  readonly problem: string;
  /** The reason as a sentence, which may contain values. */
  readonly reason: string;
}
export type Rejection = Reason & { readonly index: number };

/** A batch's row counts by verdict, and the rejected rows. */
export interface BatchResult extends Omit<v.InferOutput<typeof batchResult>, 'rejected'> {
  readonly rejected: Rejection[];
}

/** Rules for a list's rows. */
export interface ListRules<Row, Stored> {
  readonly read: (index: number, fields: readonly string[]) => Row | Rejection;
  readonly getKey: (row: Row) => string;
  /** True if two rows with the same key also have the same values. */
  readonly isSame: (stored: Stored, row: Row) => boolean;
  readonly loadStored: (keys: readonly string[]) => Promise<ReadonlyMap<string, Stored>>;
  /** Loads the keys that are used elsewhere and can't be added. */
  readonly loadUsedKeys?: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Reason for rejecting a key that is used elsewhere. */
  readonly usedReason?: Reason;
  /** Reason for rejecting a key that occurs twice with different values. */
  readonly duplicateReason: Reason;
  /** Returns the reason for rejecting a key that is stored with other values. */
  readonly describeConflict: (stored: Stored) => Reason;
}

/**
 * Determines which of a batch's rows are new and which are rejected. All other rows are already stored with the same
 * values, or repeat an earlier row.
 */
export async function planBatch<Stored, Row extends Stored & { readonly index: number }>(
  rows: readonly (readonly string[])[],
  rules: ListRules<Row, Stored>,
): Promise<{ added: Row[]; result: BatchResult }> {
  const rejected: Rejection[] = [];
  const rowByKey = new Map<string, Row>();
  for (const [index, fields] of rows.entries()) {
    const row = rules.read(index, fields);
    if ('reason' in row) {
      rejected.push(row);
      continue;
    }
    const earlierRow = rowByKey.get(rules.getKey(row));
    if (earlierRow === undefined) rowByKey.set(rules.getKey(row), row);
    else if (!rules.isSame(earlierRow, row)) rejected.push({ index, ...rules.duplicateReason });
  }
  const storedRows = await rules.loadStored([...rowByKey.keys()]);
  const newKeys = [...rowByKey.keys()].filter((key) => !storedRows.has(key));
  const usedKeys = await rules.loadUsedKeys?.(newKeys);
  const added: Row[] = [];
  for (const [key, row] of rowByKey) {
    const storedRow = storedRows.get(key);
    if (usedKeys?.has(key) && rules.usedReason)
      rejected.push({ index: row.index, ...rules.usedReason });
    else if (!storedRow) added.push(row);
    else if (!rules.isSame(storedRow, row))
      rejected.push({ index: row.index, ...rules.describeConflict(storedRow) });
  }
  const unchangedCount = rows.length - added.length - rejected.length;
  return { added, result: { added: added.length, unchanged: unchangedCount, rejected } };
}

/**
 * Plans a batch and inserts its new rows. If a concurrent batch has inserted some of these rows first, they are
 * compared with the rows that the other batch stored.
 * @param insert inserts the rows that don't exist yet, and returns their number
 */
export async function writeBatch<Stored, Row extends Stored & { readonly index: number }>(
  rows: readonly (readonly string[])[],
  rules: ListRules<Row, Stored>,
  insert: (added: readonly Row[]) => Promise<number>,
): Promise<BatchResult> {
  const { added, result } = await planBatch(rows, rules);
  const insertedCount = added.length === 0 ? 0 : await insert(added);
  if (insertedCount === added.length) return result;
  const { result: insertResult } = await planBatch(rows, rules);
  return {
    ...insertResult,
    added: insertedCount,
    unchanged: insertResult.unchanged - insertedCount,
  };
}
