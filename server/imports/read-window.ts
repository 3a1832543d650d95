import { isUtf8 } from 'node:buffer';
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { type Kysely, sql } from 'kysely';
import { IMPORT_PART_BYTES } from '#schemas/operator/import-calls.ts';
import { type Database } from '../db/tables.ts';
import { type CsvSeparator, findCsvSeparator, isBlankRow } from '../setup/csv-separator.ts';

/** Bytes of the file read per step. Larger steps delay other requests for longer, and take no less time in total. */
const WINDOW_BYTES = 40 * 1024;
/** If no more rows than this are needed, the small window is enough. */
const MAX_SMALL_WINDOW_ROWS = 2;
/** Maximum length of a row, in bytes. A longer row probably has an unclosed quote. */
const MAX_ROW_BYTES = 10_000;
/**
 * Size of the small window, in bytes. It has room for three of the longest rows: the two rows that may be needed, and
 * the last row of the window. The last row is left for the next window, because it may continue beyond the bytes read.
 */
const SMALL_WINDOW_BYTES = 3 * MAX_ROW_BYTES;

/** A row of a file, and the number of its last line. */
interface FileRow {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A position in a file, before its next rows. */
interface FilePosition {
  /** Number of bytes before the position. */
  readonly position: number;
  /** Number of the last line before the position. */
  readonly line: number;
}

interface Window {
  readonly rows: readonly FileRow[];
  readonly next: FilePosition;
  readonly isEnd: boolean;
}

/** A file that can't be read as CSV. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly problem: 'unreadable' | 'notText';

  constructor(problem: UnreadableFileError['problem'], cause?: unknown) {
    super('The file can’t be read.', { cause });
    this.problem = problem;
  }
}

interface UploadedFile {
  readonly uuid: string;
  readonly bytes: number;
  readonly separator: CsvSeparator | null;
}

/**
 * Reads an uploaded file's next whole rows. A position is always between two rows, so reading can continue there after
 * any interruption.
 * @param maxRows maximum number of rows; by default, as many as a step's bytes contain
 * @throws UnreadableFileError
 */
export async function readWindow(
  db: Kysely<Database>,
  { uuid, bytes, separator }: UploadedFile,
  from: FilePosition,
  maxRows = Infinity,
): Promise<Window> {
  const size = maxRows > MAX_SMALL_WINDOW_ROWS ? WINDOW_BYTES : SMALL_WINDOW_BYTES;
  const content = await readBytes(db, uuid, from.position, size);
  const isRead = from.position + content.length >= bytes;
  const parsedRows = parseRows(content, separator ?? ',', isRead);
  // The last row may continue beyond the bytes read so far.
  const wholeRows = isRead ? parsedRows : parsedRows.slice(0, -1);
  const filledRows = wholeRows.filter(({ fields }) => !isBlankRow(fields));
  const completeRows = filledRows.slice(0, maxRows);
  const hasAll = completeRows.length === filledRows.length;
  const isLast = isRead && hasAll;
  // Blank rows are skipped, even if they fill the whole window.
  const lastRow = hasAll ? wholeRows.at(-1) : completeRows.at(-1);
  if (!lastRow && !isLast) throw new UnreadableFileError('unreadable');
  const next = lastRow
    ? { position: from.position + lastRow.end, line: from.line + lastRow.line }
    : { position: bytes, line: from.line };
  return {
    rows: completeRows.map(({ line, fields }) => ({ line: from.line + line, fields })),
    next: isLast ? { ...next, position: bytes } : next,
    isEnd: isLast,
  };
}

/** Finds the separator of an uploaded file. */
export async function findSeparator(
  db: Kysely<Database>,
  { uuid }: Pick<UploadedFile, 'uuid'>,
): Promise<CsvSeparator> {
  return findCsvSeparator((await readBytes(db, uuid, 0)).toString('utf8'));
}

/** Reads a slice of the file, which may span two parts. */
async function readBytes(
  db: Kysely<Database>,
  uuid: string,
  from: number,
  size = WINDOW_BYTES,
): Promise<Buffer> {
  const firstPart = Math.floor(from / IMPORT_PART_BYTES);
  const lastPart = Math.floor((from + size - 1) / IMPORT_PART_BYTES);
  const slices: Buffer[] = [];
  for (let number = firstPart; number <= lastPart; number += 1) {
    const start = number * IMPORT_PART_BYTES;
    const skippedBytes = Math.max(0, from - start);
    const length = Math.min(IMPORT_PART_BYTES, from + size - start) - skippedBytes;
    const part = await db
      .selectFrom('import_parts')
      .select(
        sql<Uint8Array>`substring(content from ${skippedBytes + 1} for ${length})`.as('slice'),
      )
      .where('import_uuid', '=', uuid)
      .where('number', '=', number)
      .executeTakeFirst();
    if (part) slices.push(Buffer.from(part.slice));
  }
  return Buffer.concat(slices);
}

interface ParsedRow extends FileRow {
  /** Bytes from the beginning of the window to the end of the row. */
  readonly end: number;
}

/**
 * Parses CSV like `club setup`, but keeps blank rows. The last row may be incomplete, unless the content is the end of
 * the file.
 */
function parseRows(content: Buffer, delimiter: CsvSeparator, isLast: boolean): ParsedRow[] {
  // The slice may end within a character.
  const text = isLast ? content : content.subarray(0, content.lastIndexOf('\n') + 1);
  if (!isUtf8(text) || content.includes(0)) throw new UnreadableFileError('notText');
  const rows: ParsedRow[] = [];
  const onRecord = (fields: string[], { lines, bytes }: InfoRecord) => {
    rows.push({ fields, line: lines, end: bytes });
    return null;
  };
  try {
    parse(content, {
      bom: true,
      delimiter,
      max_record_size: MAX_ROW_BYTES,
      on_record: onRecord,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quoted field that continues beyond the bytes read isn't an error.
    if (isLast || error.code !== 'CSV_QUOTE_NOT_CLOSED' || rows.length === 0)
      throw new UnreadableFileError('unreadable', error);
    // A placeholder for the incomplete row, which the next window will contain in full.
    rows.push({ fields: [], line: 0, end: content.length });
  }
  return rows;
}

/**
 * Reads the file's column names and its first rows.
 * @throws UnreadableFileError
 */
export async function readHeader(db: Kysely<Database>, file: UploadedFile) {
  const { rows } = await readWindow(db, file, { position: 0, line: 0 });
  const [header, ...others] = rows;
  if (!header) throw new UnreadableFileError('unreadable');
  return {
    header: header.fields,
    rows: others.map(({ fields }) => fields),
  };
}
