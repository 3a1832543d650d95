import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import { type PlacedOrders } from './work.ts';

/** An order in the database. */
interface StoredOrder {
  readonly uuid: string;
  readonly companyId: string;
}

/** Finds orders that are lost, in another company, or that were never requested; one sentence each. */
export function findOrderProblems(
  placedOrders: PlacedOrders,
  storedOrders: readonly StoredOrder[],
): string[] {
  const companies = new Map(storedOrders.map(({ uuid, companyId }) => [uuid, companyId]));
  const expected = new Set([...placedOrders.values()].map(({ uuid }) => uuid));
  return [
    ...[...placedOrders.values()]
      .filter(({ uuid, companyId }) => companies.get(uuid) !== companyId)
      .map(({ uuid }) => `order ${uuid} was acknowledged but doesn’t exist`),
    ...storedOrders
      .filter(({ uuid }) => !expected.has(uuid))
      .map(({ uuid }) => `order ${uuid} exists but was never requested`),
    ...(expected.size < placedOrders.size ? ['two keys created one order'] : []),
  ];
}

export async function readOrders(
  db: Kysely<Database>,
  companies: readonly string[],
): Promise<StoredOrder[]> {
  return db
    .selectFrom('orders')
    .select(['uuid', 'company_id as companyId'])
    .where('company_id', 'in', companies)
    .execute();
}
