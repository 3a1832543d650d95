import * as v from 'valibot';

/** Lines of one batch; `club` splits larger files. */
export const MAX_BATCH_ROWS = 20_000;

/** Creates the schema of a batch of a CSV file's lines. @param columns names of the file's columns */
export function listBatch(columns: readonly string[]) {
  return v.object({
    /** Values of the file's other parts that are accepted besides the stored ones, for a check of a new country. */
    accepted: v.pipe(v.array(v.string()), v.maxLength(10_000)),
    /** Fields of each line; one more than the columns shows that it has too many. */
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
export type BatchResult = v.InferOutput<typeof batchResult>;
