import { type Kysely, sql } from 'kysely';
import * as v from 'valibot';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { productEntries, serialNumber } from '#schemas/scan.ts';
import { type Database } from '../db/tables.ts';
import {
  type BatchResult,
  createListBatchSchema,
  type ListRules,
  planBatch,
  type Reason,
  type Rejection,
  writeBatch,
} from './list-batch.ts';

/** Columns of the file. */
export const SERIAL_COLUMNS = ['code', 'type', 'size', 'variant'];
const FIELD_COUNT = SERIAL_COLUMNS.length;

/** A batch of rows with serial numbers. `accepted` lists product types that are valid before they are set up. */
export const serialBatch = createListBatchSchema(SERIAL_COLUMNS);

interface Serial {
  readonly index: number;
  readonly code: string;
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

type SerialProduct = Omit<Serial, 'index'>;
/** A registered product, with the import that added it. */
interface StoredSerial extends SerialProduct {
  readonly import_uuid?: string | null;
}

const product = v.object({ code: serialNumber, ...productEntries });
const formats: Readonly<Record<string, Reason>> = {
  code: {
    problem: 'code',
    reason: 'The code must be capital letters and digits in groups joined by hyphens.',
  },
  type: { problem: 'type', reason: 'The type must be 1 to 12 letters and digits.' },
  size: { problem: 'size', reason: 'The size must be 1 to 12 letters and digits.' },
  variant: { problem: 'variant', reason: 'The variant must be 1 to 12 letters and digits.' },
};
const twiceReason: Reason = {
  problem: 'twice',
  reason: 'The code occurs twice with different products.',
};

/**
 * Adds serial numbers to the registry. Existing numbers stay unchanged. Numbers that are registered for another product
 * are rejected.
 * @param isCheck true to write nothing
 */
export async function writeSerials(
  db: Kysely<Database>,
  { rows, accepted: acceptedKeys }: v.InferOutput<typeof serialBatch>,
  isCheck: boolean,
): Promise<BatchResult> {
  const rules = await loadSerialRules(db, { accepted: acceptedKeys, importId: null });
  if (isCheck) return (await planBatch(rows, rules)).result;
  return writeBatch(rows, rules, (addedSerials) => insertSerials(db, addedSerials, null));
}

/**
 * Loads the rules for rows with serial numbers.
 * @param options `accepted`: product types that are valid although they aren't set up yet; `importId`: the import that
 *   the rows belong to, if any
 */
export async function loadSerialRules(
  db: Kysely<Database>,
  {
    accepted: acceptedKeys,
    importId,
  }: { readonly accepted: readonly string[]; readonly importId: string | null },
): Promise<ListRules<Serial, StoredSerial>> {
  const types = new Set([...(await loadTypes(db)), ...acceptedKeys]);
  return {
    read: (index, fields) => readRow(index, fields, types),
    getKey: ({ code }) => code,
    isSame: isSameProduct,
    loadStored: (codes) => loadStored(db, codes),
    duplicateReason: twiceReason,
    describeConflict: ({ type, size, variant, import_uuid = null }) =>
      // If an earlier step of the same import stored the code, the file contains it twice.
      importId !== null && import_uuid === importId
        ? twiceReason
        : {
            problem: 'registered',
            reason: `The code is registered for another product: ${type} ${size} ${variant}.`,
          },
  };
}

function readRow(
  index: number,
  fields: readonly string[],
  types: ReadonlySet<string>,
): Serial | Rejection {
  const [code = '', type = '', size = '', variant = ''] = fields.map(normaliseLine);
  if (fields.length !== FIELD_COUNT)
    return { index, problem: 'fields', reason: `The line must have ${FIELD_COUNT} fields.` };
  const parsed = v.safeParse(product, { code, type, size, variant }, { abortEarly: true });
  if (!parsed.success) {
    const field = v.getDotPath(parsed.issues[0]) ?? '';
    const reason = formats[field] ?? { problem: 'fields', reason: 'The line is invalid.' };
    return { index, ...reason };
  }
  if (!types.has(type)) {
    const reason = `The product type ${type} isn’t set up.`;
    return { index, problem: 'unknown_type', reason };
  }
  return { index, code, type, size, variant };
}

function isSameProduct(a: SerialProduct, b: SerialProduct): boolean {
  return a.type === b.type && a.size === b.size && a.variant === b.variant;
}

async function loadTypes(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('product_types').select('type').execute();
  return rows.map(({ type }) => type);
}

async function loadStored(db: Kysely<Database>, codes: readonly string[]) {
  const rows = await db
    .selectFrom('registry')
    .selectAll()
    .where('code', '=', sql<string>`any(${[...codes]}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

/**
 * Inserts all rows in one statement, so that a batch is written entirely or not at all. The rows are sorted, so that
 * two concurrent batches can't deadlock.
 */
export async function insertSerials(
  db: Kysely<Database>,
  serials: readonly Serial[],
  importId: string | null,
): Promise<number> {
  const column = (name: 'code' | 'type' | 'size' | 'variant') =>
    serials.map((serial) => serial[name]);
  const { rows } = await sql`
    insert into registry (code, type, size, variant, import_uuid)
    select serial.*, ${importId}::uuid from unnest(
      ${column('code')}::text[], ${column('type')}::text[],
      ${column('size')}::text[], ${column('variant')}::text[]) as serial (code, type, size, variant)
    order by code
    on conflict do nothing returning 1`.execute(db);
  return rows.length;
}
