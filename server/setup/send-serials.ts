import { createReadStream, createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { SERIAL_COLUMNS, type SerialResult, serialResult } from './write-serials.ts';

/** Sends a batch. @param range its lines, such as `2-20001` @returns the result's lines, or null */
type PostBatch = (range: string, input: string) => Promise<readonly string[] | null>;

/** Characters of one request; the server accepts 1 MiB. */
const BATCH_LENGTH = 500_000;
const BATCH_ROWS = 20_000;

/** Result of a whole file. */
interface SerialTotals {
  added: number;
  unchanged: number;
  rejected: number;
}

interface Line {
  readonly number: number;
  readonly fields: readonly string[];
}

/** A file that can't be sent; the message is a sentence. */
export class SerialFileError extends Error {
  override readonly name = 'SerialFileError';
}

/**
 * Sends a CSV file of serial numbers in batches. Every batch is safe to repeat, so an interrupted
 * run is resumed by running it again. Rejected lines are written to `rejectedPath` with number and
 * reason.
 * @param types product types that are accepted besides those of the server
 * @returns null if the server rejected a batch entirely
 */
export async function sendSerials(
  path: string,
  { rejectedPath, types }: { readonly rejectedPath: string; readonly types: readonly string[] },
  post: PostBatch,
): Promise<SerialTotals | null> {
  rmSync(rejectedPath, { force: true });
  const totals = { added: 0, unchanged: 0, rejected: 0 };
  let rejects: WriteStream | null = null;
  for await (const batch of readBatches(path)) {
    const range = `${batch[0]?.number}-${batch.at(-1)?.number}`;
    const input = JSON.stringify({
      types,
      rows: batch.map(({ fields }) => fields.slice(0, SERIAL_COLUMNS.length + 1)),
    });
    const lines = await post(range, input);
    if (lines === null) return null;
    const result = v.parse(serialResult, JSON.parse(lines[0] ?? ''));
    totals.added += result.added;
    totals.unchanged += result.unchanged;
    totals.rejected += result.rejected.length;
    if (result.rejected.length > 0) {
      rejects ??= createWriteStream(rejectedPath).on('error', () => undefined);
      if (rejects.bytesWritten === 0) rejects.write(`line,reason,${SERIAL_COLUMNS.join(',')}\n`);
      rejects.write(rejectedLines(batch, result));
    }
  }
  if (rejects) {
    rejects.end();
    await once(rejects, 'close');
  }
  return totals;
}

function rejectedLines(batch: readonly Line[], { rejected }: SerialResult): string {
  return rejected
    .toSorted((one, other) => one.index - other.index)
    .map(({ index, reason }) => {
      const line = batch[index];
      const fields = [String(line?.number), reason, ...(line?.fields ?? [])];
      return `${fields.map(quote).join(',')}\n`;
    })
    .join('');
}

function quote(field: string): string {
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Reads the file in batches, without loading all of it. Throws `SerialFileError`. */
async function* readBatches(path: string): AsyncGenerator<readonly Line[]> {
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
  let separator = '';
  let number = 0;
  let batch: Line[] = [];
  let length = 0;
  for await (const text of lines) {
    number += 1;
    if (separator === '') separator = readHeader(text);
    else if (text !== '') {
      batch.push({ number, fields: splitLine(text, separator) });
      length += text.length + 16;
    }
    if (batch.length === BATCH_ROWS || length > BATCH_LENGTH) {
      yield batch;
      batch = [];
      length = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** @returns the separator: a comma, or the semicolon of European spreadsheets */
function readHeader(text: string): string {
  const header = text.replace(/^\ufeff/, '').toLowerCase();
  const separator = header.includes(';') ? ';' : ',';
  const names = splitLine(header, separator).map(normaliseLine);
  if (names.join() !== SERIAL_COLUMNS.join()) {
    throw new SerialFileError(`The first line must be ${SERIAL_COLUMNS.join(',')}.`);
  }
  return separator;
}

/** Splits a line of CSV; quoted fields may contain separators. */
function splitLine(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}]*))(?:${separator}|$)`, 'y');
  const fields: string[] = [];
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return [];
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  }
  return text.endsWith(separator) ? [...fields, ''] : fields;
}
