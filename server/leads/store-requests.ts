import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { type LeadRequestInput, type LeadRequestSource } from '#schemas/lead-request.ts';
import { type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { anyText } from '../scans/any-of.ts';
import { type LeadRequestsTable } from './lead-tables.ts';
import { getInitialPlace } from './locate-places.ts';

/** Requests per insert statement, below PostgreSQL's limit on parameters. */
const CHUNK = 200;

/** A valid request with the sender's reference. */
interface ReferencedRequest {
  readonly reference: string | null;
  readonly request: LeadRequestInput;
}

/**
 * Stores valid requests. Skips requests whose reference is already stored, even by a concurrent process.
 * @param sender sender of the references: `file`, or the id of a system's first token
 * @returns the ids of the requests that were stored
 */
export async function storeRequests(
  trx: Transaction<Database>,
  requests: readonly ReferencedRequest[],
  origin: {
    readonly region: RegionId;
    readonly source: LeadRequestSource;
    readonly sender: string | null;
    readonly importId?: string;
  },
  now: number,
): Promise<string[]> {
  const { region, source, sender, importId = null } = origin;
  const storedIds: string[] = [];
  // The rows are always inserted in the same order, so that two imports of the same rows can't deadlock.
  const sortedRequests = requests.toSorted((a, b) =>
    (a.reference ?? '') < (b.reference ?? '') ? -1 : 1,
  );
  for (let start = 0; start < sortedRequests.length; start += CHUNK) {
    const rows = await trx
      .insertInto('lead_requests')
      .values(
        sortedRequests.slice(start, start + CHUNK).map(({ reference, request }) => ({
          uuid: randomUUID(),
          region_id: region,
          created_at: new Date(now),
          updated_at: new Date(now),
          source,
          sender,
          reference,
          import_uuid: importId,
          first_name: request.first_name,
          last_name: request.last_name,
          street: request.street,
          postal_code: request.postal_code,
          city: request.city,
          phone: request.phone,
          email: request.email,
          windows: request.windows,
          products: toJsonb(request.products),
          service: request.service,
          message: request.message,
          wished_day: request.wished_day,
          consent_day: request.consent_day,
          ...getInitialPlace(region, request, now),
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['region_id', 'sender', 'reference'])
          .where('reference', 'is not', null)
          .doNothing(),
      )
      .returning('uuid')
      .execute();
    storedIds.push(...rows.map(({ uuid }) => uuid));
  }
  return storedIds;
}

/** A stored request, with the import that added it. */
export type StoredRequest = Selectable<LeadRequestsTable>;

/** Finds the stored requests of a sender, by reference. */
export async function findStoredRequests(
  db: Kysely<Database>,
  { region, sender }: { readonly region: RegionId; readonly sender: string },
  references: readonly string[],
): Promise<ReadonlyMap<string, StoredRequest>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_requests')
    .selectAll()
    .where('region_id', '=', region)
    .where('sender', '=', sender)
    .where('reference', '=', anyText(references))
    .execute();
  return new Map(rows.map((row) => [row.reference ?? '', row]));
}

/** True if a repeated request has the values of the stored one, or the stored values have been erased. */
export function isSameRequest(storedRequest: StoredRequest, request: LeadRequestInput): boolean {
  if (storedRequest.erased_at !== null) return true;
  // Coordinates aren't compared, because the stored ones may have been looked up later.
  const { latitude: _latitude, longitude: _longitude, ...fields } = request;
  return Object.entries(fields).every(([name, value]) =>
    isDeepStrictEqual(storedRequest[name as keyof typeof fields], value),
  );
}
