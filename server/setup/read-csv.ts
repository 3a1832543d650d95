import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, type InfoRecord, parse } from 'csv-parse';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { type CsvSeparator, findCsvSeparator, isBlankRow } from './csv-separator.ts';

/** A row, and the number of its last line. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A setup file can't be read, written or sent. The message is a sentence for the operator. */
export class SetupFileError extends Error {
  override readonly name = 'SetupFileError';
}

/** Maximum size of a row. A longer row probably has an unclosed quote. */
const MAX_ROW_BYTES = 10_000;
const MAX_HEADER_BYTES = 1000;

/**
 * Reads the rows of a CSV file after its header, without loading the whole file. Throws `SetupFileError`, for example
 * if the header has other columns. It can also throw the file system's errors.
 */
export async function* readCsv(path: string, columns: readonly string[]): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: findSeparator(path),
    info: true,
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  // The pipeline passes file errors on to the parser, so the callback has nothing to do.
  pipeline(createReadStream(path), parser, () => undefined);
  const entries: AsyncIterable<{ record: string[]; info: InfoRecord }> = parser;
  let hasHeader = false;
  try {
    for await (const { record, info } of entries) {
      if (isBlankRow(record)) continue;
      if (hasHeader) yield { line: info.lines, fields: record };
      else requireColumns(path, record, columns);
      hasHeader = true;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = String(error['lines']);
    const text = `${basename(path)}: line ${line}: The line is too long, or a quote before it isn’t closed. Correct it, and run the command again.`;
    throw new SetupFileError(text, { cause: error });
  }
  if (!hasHeader) requireColumns(path, [], columns);
}

function findSeparator(path: string): CsvSeparator {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(MAX_HEADER_BYTES);
    const length = readSync(file, start);
    return findCsvSeparator(start.toString('utf8', 0, length));
  } finally {
    closeSync(file);
  }
}

function requireColumns(path: string, header: readonly string[], columns: readonly string[]): void {
  const names = header.map((name) => normaliseLine(name).toLowerCase());
  if (names.join() !== columns.join()) {
    throw new SetupFileError(`${basename(path)}: The first line must be ${columns.join()}.`);
  }
}
