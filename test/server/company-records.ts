import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import type * as v from 'valibot';
import { type Call, isFileBody } from '#schemas/api/call.ts';
import { type Database } from '#server/db/tables.ts';
import { arbitraryOf } from './arbitrary.ts';
import { requestOf, type TestInput } from './test-app.ts';

/** An id that belongs to a company, with its kind. */
export interface OwnedId {
  readonly kind: string;
  readonly id: string;
}

/** Returns all ids that belong to a company. */
export async function idsOfCompany(db: Kysely<Database>, companyId: string): Promise<OwnedId[]> {
  const kinds = {
    project: 'projects',
    scan: 'scans',
    ledger: 'ledger',
    photo: 'photos',
    attachment: 'attachments',
    'photo share': 'photo_shares',
    lead: 'leads',
    notification: 'notifications',
    survey: 'survey_invitations',
    chat: 'support_chats',
    order: 'orders',
    'order file': 'order_files',
    certificate: 'warranty_certificates',
    person: 'installers',
    session: 'sessions',
  };
  const ids = [{ kind: 'company', id: companyId }];
  for (const [kind, table] of Object.entries(kinds)) {
    const key = sql.ref(['person', 'session'].includes(kind) ? 'id' : 'uuid');
    const { rows } = await sql<{ id: string }>`
      select ${key} as id from ${sql.table(table)} where company_id = ${companyId} limit 6`.execute(
      db,
    );
    ids.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return ids;
}

/** Reads all data of the company, to check that none of it was changed. */
export async function readCompanyData(db: Kysely<Database>, companyId: string): Promise<unknown> {
  const rows = await Promise.all(
    [
      'projects',
      'scans',
      'ledger',
      'photos',
      'attachments',
      'photo_shares',
      'leads',
      'notifications',
      'survey_invitations',
      'support_chats',
      'orders',
      'order_files',
      'warranty_certificates',
    ].map((table) =>
      sql`select md5(string_agg(t::text, '|' order by uuid)) as sum from ${sql.table(table)} t where company_id = ${companyId}`.execute(
        db,
      ),
    ),
  );
  return rows.map((result) => result.rows);
}

/** Builds a valid request with that id. */
export function requestWith(call: Call, id: string, accessToken: string | null) {
  const noSamples = { texts: [], sets: [] };
  const sample = (schema: v.GenericSchema) =>
    fc.sample(arbitraryOf(schema, noSamples), { numRuns: 1, seed: 7 })[0];
  const body =
    call.body === undefined
      ? undefined
      : isFileBody(call.body)
        ? { fields: sample(call.body.fields), bytes: new Uint8Array(8), mediaType: 'image/jpeg' }
        : sample(call.body);
  const input: unknown = { params: { id }, body };
  return requestOf(call, input as TestInput<Call>, accessToken);
}

/**
 * True if the call must reveal nothing about another company's id. Deleting an id that was never a
 * scan succeeds, because it only promises that the scan no longer exists.
 */
export function isTestable(call: Call, { kind }: OwnedId): boolean {
  return call.id !== 'deleteScan' || kind === 'scan';
}

/** Returns a list call’s query; the response must not contain the other company’s records. */
export function listInput(
  call: Call,
  {
    ownCompanyId,
    foreign: foreignIds,
  }: { readonly ownCompanyId: string; readonly foreign: readonly OwnedId[] },
): Readonly<Record<string, unknown>> | undefined {
  const queries: Record<string, Record<string, unknown>> = {
    searchProjects: { address: 'a' },
    confirmScan: { code: 'A' },
    listTiers: { region_id: 10 },
    listCartItems: { uuids: foreignIds[0]?.id },
    listTierProgress: { installer_company_id: ownCompanyId },
    listTierHistory: { installer_company_id: ownCompanyId },
  };
  return queries[call.id];
}

/** Returns the ids of another company that appear in a text. */
export function foreignIdsIn(text: string, foreignRecords: readonly OwnedId[]): string[] {
  const foreignIds = new Set(foreignRecords.map(({ id }) => id));
  const ids = text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  return ids.filter((id) => foreignIds.has(id));
}
