import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { stripPhone } from '#schemas/phone.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import {
  findStoredRequests,
  isSameRequest,
  type StoredRequest,
  storeRequests,
} from '../leads/store-requests.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type BatchResult, type Rejection } from '../setup/list-batch.ts';
import { type ImportKind, type ImportOrigin, maskCell } from './import-kind.ts';
import { leadReasons, type LeadRow, readLeadRow, reject } from './lead-row.ts';

type Trx = Transaction<Database>;
type Rows = readonly (readonly string[])[];

/** Number of rows per step. */
const STEP_ROWS = 500;
/** Requests from files have this sender, so a reference can't be imported twice, even from another file. */
const FILE = 'file';

/** Imports homeowners' requests for a company. */
export const leadImport: ImportKind = {
  stepRows: STEP_ROWS,
  plan: async (db, origin, rows) => {
    const { added, knownCount, rejected } = await planRows(db, origin, rows);
    return {
      // A request that is in the file twice is rejected even with the same values.
      added: added.map(({ index, reference }) => ({ index, key: reference, values: randomUUID() })),
      result: { added: added.length, unchanged: knownCount, rejected },
      duplicateReason: leadReasons.twice,
    };
  },
  write: writeRows,
  takeBack,
  // The file has contact data.
  isSecret: true,
  hasPersonalData: true,
  shownFields: (fields) => fields,
  shownCell: (cell) => (isContact(cell) ? maskCell(cell) : cell),
};

/** True if a cell of any column looks like an email address, or contains a phone number in any notation. */
const isContact = (cell: string) =>
  cell.includes('@') || (/\d{7}/.test(stripPhone(cell)) && !/^\d{4}-\d{2}-\d{2}$/.test(cell));

/**
 * Returns the import's country.
 * @throws if there is none, which can't happen because `createImport` rejects such an import
 */
function getImportRegion({ region }: Pick<ImportOrigin, 'region'>): RegionId {
  if (region === null) throw new Error('An import of requests has no country.');
  return region;
}

interface Plan {
  readonly added: readonly LeadRow[];
  /** Number of rows that have already been stored. */
  readonly knownCount: number;
  readonly rejected: Rejection[];
}

/** Finds the new rows and the rejected rows. All other rows have already been stored. */
async function planRows(db: Kysely<Database>, origin: ImportOrigin, rows: Rows): Promise<Plan> {
  const region = getImportRegion(origin);
  const rules = { region, now: origin.services.clock.now() };
  const parsedRows = rows.map((fields, index) => readLeadRow(index, fields, rules));
  const references = parsedRows.flatMap((row) => ('reference' in row ? [row.reference] : []));
  const storedRequests = await findStoredRequests(db, { region, sender: FILE }, references);
  const added = new Map<string, LeadRow>();
  const rejected: Rejection[] = [];
  let knownCount = 0;
  for (const row of parsedRows) {
    const verdict =
      'reference' in row
        ? validateRow(row, storedRequests.get(row.reference), origin, added.has(row.reference))
        : row;
    if (verdict === 'known') knownCount += 1;
    else if (verdict !== 'new') rejected.push(verdict);
    else if ('reference' in row) added.set(row.reference, row);
  }
  return { added: [...added.values()], knownCount, rejected };
}

function validateRow(
  row: LeadRow,
  storedRequest: StoredRequest | undefined,
  { importId }: Pick<ImportOrigin, 'importId'>,
  isRepeated: boolean,
): 'new' | 'known' | Rejection {
  if (storedRequest === undefined)
    return row.problem ?? (isRepeated ? reject(row.index, 'twice') : 'new');
  if (storedRequest.import_uuid === importId) return reject(row.index, 'twice');
  return isSameRequest(storedRequest, row.request) ? 'known' : reject(row.index, 'changed');
}

/** Stores the new requests of a step, with the same audit as an operator's single action. */
async function writeRows(trx: Trx, origin: ImportOrigin, rows: Rows): Promise<BatchResult> {
  const region = getImportRegion(origin);
  const { added, knownCount, rejected } = await planRows(trx, origin, rows);
  const from = { region, source: 'file', sender: FILE, importId: origin.importId } as const;
  const storedIds = await storeRequests(trx, added, from, origin.services.clock.now());
  for (const id of storedIds) {
    const after = { state: 'waiting', source: 'file' };
    origin.audit({ kind: 'lead_request', id, region, before: null, after });
  }
  if (storedIds.length === added.length)
    return { added: storedIds.length, unchanged: knownCount, rejected };
  // Another file has stored some of these requests in the meantime.
  const references = added.map(({ reference }) => reference);
  const storedNow = await findStoredRequests(trx, from, references);
  const verdicts = added
    .map((row) => ({ row, other: storedNow.get(row.reference) }))
    .filter(({ other }) => other?.import_uuid !== origin.importId)
    .map(({ row, other }) => validateRow(row, other, origin, false));
  const rejectedRows = verdicts.filter((verdict) => typeof verdict !== 'string');
  return {
    added: storedIds.length,
    unchanged: knownCount + verdicts.length - rejectedRows.length,
    rejected: [...rejected, ...rejectedRows],
  };
}

/** Removes requests of the import that weren't offered to a company. */
async function takeBack(trx: Trx, origin: ImportOrigin, after: string | null) {
  const region = getImportRegion(origin);
  const rows = await trx
    .selectFrom('lead_requests')
    .select('uuid')
    .where('import_uuid', '=', origin.importId)
    .$if(after !== null, (query) => query.where('uuid', '>', after ?? ''))
    .orderBy('uuid')
    .limit(STEP_ROWS)
    // Offering a request to a company locks the request too.
    .forUpdate()
    .execute();
  const ids = rows.map(({ uuid }) => uuid);
  const removedRequests = await trx
    .deleteFrom('lead_requests as request')
    .where('request.uuid', '=', anyUuid(ids))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leads')
            .select('leads.uuid')
            .whereRef('leads.request_id', '=', 'request.uuid'),
        ),
      ),
    )
    .returning(['request.uuid', 'request.state'])
    .execute();
  for (const { uuid: id, state } of removedRequests)
    origin.audit({ kind: 'lead_request', id, region, before: { state }, after: null });
  const nextId = ids.length < STEP_ROWS ? null : (ids.at(-1) ?? null);
  return {
    removed: removedRequests.length,
    kept: ids.length - removedRequests.length,
    next: nextId,
  };
}
