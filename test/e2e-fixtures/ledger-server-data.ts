import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { TopUp } from '#schemas/club-card.ts';
import { ledgerBalance, type LedgerEntry, type PointsSummary } from '#schemas/ledger.ts';
import type { Order } from '#schemas/order.ts';
import type { SignedIn } from './club.ts';

/** A snapshot of the server's points data of a company. */
export interface ServerData {
  readonly summary: PointsSummary;
  /** All ledger entries, newest first. */
  readonly entries: readonly LedgerEntry[];
  /** Data of a single screen is fetched when that screen is checked. */
  readonly owner: SignedIn;
}

/** Reads the data and checks that the server's balance equals the sum of its ledger. */
export async function readServerData(owner: SignedIn): Promise<ServerData> {
  const [summary, { data, meta }] = await Promise.all([
    owner.call(calls.getPointsSummary, { params: { id: accountOf(owner).company_id } }),
    owner.call(calls.listPointsHistory, { query: { page: 1, limit: 1000 } }),
  ]);
  expect(meta.last_page, 'The ledger is read in one page.').toBeLessThanOrEqual(1);
  expect(ledgerBalance(data), 'The server’s balance is the sum of its ledger.').toBe(
    summary.company_points,
  );
  return { summary, entries: data, owner };
}

/** Returns the signed-in person's account. */
export function accountOf({ session }: SignedIn) {
  const state = session.state();
  if (state.name === 'signed_out') throw new Error('No one is signed in.');
  return state.account;
}

/** Returns the ledger entries of a project or order. */
export function entriesOf(
  { entries }: ServerData,
  reference: { readonly project: string } | { readonly order: string },
): LedgerEntry[] {
  return entries.filter((entry) =>
    'project' in reference
      ? entry.project_uuid === reference.project
      : entry.order_uuid === reference.order,
  );
}

/**
 * Returns the lines of a points sheet, newest first: one per entry, with an order's entries
 * combined.
 * @param limit number of newest entries considered
 */
export function amountsOf(serverData: ServerData, limit: number): number[] {
  const lines = new Map<string, number>();
  for (const entry of serverData.entries.slice(0, limit)) {
    const { uuid, order_uuid: order } = entry;
    lines.set(
      order ?? uuid,
      ledgerBalance(order === null ? [entry] : entriesOf(serverData, { order })),
    );
  }
  return [...lines.values()];
}

/** Top-ups of the company's card, newest first. */
export async function topUpsOf({ owner }: ServerData): Promise<TopUp[]> {
  const { data } = await owner.call(calls.listClubCardTopUps, { query: { page: 1, limit: 100 } });
  return data;
}

export async function newestOrders({ owner }: ServerData): Promise<Order[]> {
  return (await owner.call(calls.listOrders, { query: { limit: 100 } })).data;
}
