import * as v from 'valibot';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { collectionNames, type CollectionName, collections } from '#schemas/collections.ts';
import { ledgerBalance, type LedgerEntry } from '#schemas/ledger.ts';
import type { Transport } from '#sync/http/transport.ts';

/** An entity in wire format. */
export type WireRow = Record<string, unknown> & {
  readonly uuid: string;
  readonly deleted: boolean;
};
export type ServerState = Record<CollectionName, Map<string, WireRow>>;

const LIMIT = 1000;

/** Fetches all of a person's entities from the server, including tombstones. */
export async function serverState(transport: Transport): Promise<ServerState> {
  const names = collectionNames;
  const rowsByName = await Promise.all(names.map((name) => rowsOf(name, transport)));
  return Object.fromEntries(names.map((name, index) => [name, rowsByName[index]])) as ServerState;
}

async function rowsOf(name: CollectionName, transport: Transport): Promise<Map<string, WireRow>> {
  const { pull, entity } = collections[name];
  const rows = new Map<string, WireRow>();
  for (let since = '', hasMore = true; hasMore;) {
    const input = { query: { since, limit: LIMIT } };
    const page = v.object({
      data: v.array(entity as v.GenericSchema<unknown, WireRow>),
      meta: v.object({ checkpoint: v.string() }),
    });
    // Every pull is a list call with these two parameters, which its generic type doesn't express.
    const response = await transport.callWithSchema(pull, input as never, page);
    for (const row of response.data) rows.set(row.uuid, row);
    since = response.meta.checkpoint;
    hasMore = response.data.length >= LIMIT;
  }
  return rows;
}

/** Returns the sum of the ledger, and the balance that the server reports. */
export async function pointsOf(
  state: ServerState,
  transport: Transport,
  companyId: string,
): Promise<{ sum: number; reported: number }> {
  const sum = ledgerBalance([...state.ledger.values()] as unknown as LedgerEntry[]);
  const summary = await transport.call(pointsCalls.getPointsSummary, { params: { id: companyId } });
  return { sum, reported: summary.company_points };
}
