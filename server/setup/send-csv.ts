import { appendFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { type CsvRow, readCsv, SetupFileError } from './read-csv.ts';
import { batchResult, MAX_BATCH_ROWS } from './list-batch.ts';

/**
 * Sends a batch.
 * @param range the batch's lines in the file, such as `2-20001`
 * @returns the response's lines; null if the server rejected the whole batch
 */
type PostBatch = (
  range: string,
  rows: readonly CsvRow['fields'][],
) => Promise<readonly string[] | null>;

/** Maximum size of a batch's encoded rows. The server accepts requests up to 1 MiB, including their other fields. */
const MAX_BATCH_BYTES = 800_000;

/** A CSV file, and the file for the rows that the server rejects. */
interface CsvFile {
  readonly path: string;
  readonly columns: readonly string[];
  readonly rejectedPath: string;
}

/** Row counts of a whole file. */
interface CsvTotals {
  added: number;
  unchanged: number;
  rejected: number;
}

/**
 * Sends a CSV file in batches. Every batch is safe to repeat, so an interrupted run can simply be repeated. Rejected
 * lines are written to `rejectedPath` with their numbers and reasons.
 * @returns null if the server rejected a batch entirely
 */
export async function sendCsv(file: CsvFile, post: PostBatch): Promise<CsvTotals | null> {
  const { path, columns, rejectedPath } = file;
  const totals = { added: 0, unchanged: 0, rejected: 0 };
  changeRejectedFile(rejectedPath, () => rmSync(rejectedPath, { force: true }));
  for await (const batch of readBatches(path, columns)) {
    const range = `${batch[0]?.line}-${batch.at(-1)?.line}`;
    const lines = await post(
      range,
      batch.map(({ fields }) => fields.slice(0, columns.length + 1)),
    );
    if (lines === null) return null;
    const result = v.parse(batchResult, JSON.parse(lines[0] ?? ''));
    if (result.rejected.length > 0) {
      const header = totals.rejected === 0 ? `line,reason,${columns.join()}\n` : '';
      const text = header + formatRejectedLines(batch, result);
      changeRejectedFile(rejectedPath, () => appendFileSync(rejectedPath, text));
    }
    totals.added += result.added;
    totals.unchanged += result.unchanged;
    totals.rejected += result.rejected.length;
  }
  return totals;
}

/** Throws `SetupFileError` if the change fails. */
function changeRejectedFile(path: string, change: () => void): void {
  try {
    change();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    throw new SetupFileError(
      `${basename(path)} can’t be written${code}. Fix its permissions or free some space, and run the command again to continue.`,
      { cause },
    );
  }
}

function formatRejectedLines(
  batch: readonly CsvRow[],
  { rejected }: v.InferOutput<typeof batchResult>,
): string {
  return rejected
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, reason }) => {
      const row = batch[index];
      const fields = [String(row?.line), reason, ...(row?.fields ?? [])];
      return `${fields.map(quote).join(',')}\n`;
    })
    .join('');
}

function quote(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

async function* readBatches(
  path: string,
  columns: readonly string[],
): AsyncGenerator<readonly CsvRow[]> {
  let batch: CsvRow[] = [];
  let bytes = 0;
  for await (const row of readCsv(path, columns)) {
    const rowBytes = getEncodedSize(row.fields);
    if (
      batch.length === MAX_BATCH_ROWS ||
      (batch.length > 0 && bytes + rowBytes > MAX_BATCH_BYTES)
    ) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += rowBytes;
  }
  if (batch.length > 0) yield batch;
}

/** Returns a value's size in a request, in bytes. The value is encoded twice: as input, and again with the request. */
function getEncodedSize(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}
