import { type Kysely } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import { type PlacedOrders } from './work.ts';

/** An order in the database. */
interface HeldOrder {
  readonly uuid: string;
  readonly companyId: string;
}

/** Finds orders that are lost, in another company, or that were never requested; one sentence each. */
export function brokenOrders(placed: PlacedOrders, held: readonly HeldOrder[]): string[] {
  const companies = new Map(held.map(({ uuid, companyId }) => [uuid, companyId]));
  const promised = new Set([...placed.values()].map(({ uuid }) => uuid));
  return [
    ...[...placed.values()]
      .filter(({ uuid, companyId }) => companies.get(uuid) !== companyId)
      .map(({ uuid }) => `order ${uuid} was acknowledged and is not there`),
    ...held
      .filter(({ uuid }) => !promised.has(uuid))
      .map(({ uuid }) => `order ${uuid} is there and nobody asked for it`),
    ...(promised.size < placed.size ? ['two keys made one order'] : []),
  ];
}

export async function heldOrders(
  db: Kysely<Database>,
  companies: readonly string[],
): Promise<HeldOrder[]> {
  return db
    .selectFrom('orders')
    .select(['uuid', 'company_id as companyId'])
    .where('company_id', 'in', companies)
    .execute();
}
