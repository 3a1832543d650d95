import * as v from 'valibot';
import { pointsCalls } from '#schemas/api/points-calls.ts';
import { collectionNames, type CollectionName, collections } from '#schemas/collections.ts';
import { ledgerBalance, type LedgerEntry } from '#schemas/ledger.ts';
import type { Transport } from '#sync/http/transport.ts';

/** An entity as it came over the wire. */
export type WireRow = Record<string, unknown> & {
  readonly uuid: string;
  readonly deleted: boolean;
};
export type ServerState = Record<CollectionName, Map<string, WireRow>>;

const LIMIT = 1000;

/** Everything that the server has for a person, tombstones too. */
export async function serverState(transport: Transport): Promise<ServerState> {
  const names = collectionNames;
  const read = await Promise.all(names.map((name) => rowsOf(name, transport)));
  return Object.fromEntries(names.map((name, at) => [name, read[at]])) as ServerState;
}

async function rowsOf(name: CollectionName, transport: Transport): Promise<Map<string, WireRow>> {
  const { pull, entity } = collections[name];
  const rows = new Map<string, WireRow>();
  for (let since = '', isMore = true; isMore;) {
    const input = { query: { since, limit: LIMIT } };
    const page = v.object({
      data: v.array(entity as v.GenericSchema<unknown, WireRow>),
      meta: v.object({ checkpoint: v.string() }),
    });
    // Every plan's pull is a list call, which takes these two; its own type is lost in the plan.
    const answer = await transport.callAs(pull, input as never, page);
    for (const row of answer.data) rows.set(row.uuid, row);
    since = answer.meta.checkpoint;
    isMore = answer.data.length >= LIMIT;
  }
  return rows;
}

/** What the ledger adds up to, and what the server says the company has. */
export async function pointsOf(
  state: ServerState,
  transport: Transport,
  companyId: string,
): Promise<{ sum: number; said: number }> {
  const sum = ledgerBalance([...state.ledger.values()] as unknown as LedgerEntry[]);
  const summary = await transport.call(pointsCalls.pointsSummary, { params: { id: companyId } });
  return { sum, said: summary.company_points };
}
