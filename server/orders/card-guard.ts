import { type Transaction } from 'kysely';
import { cardBlock } from '#schemas/checkout-rules.ts';
import { kindOf, type VendorType } from '#schemas/vendors.ts';
import { hasUsableCard, isCardPending, requireActiveCard } from '../card/card-details.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { countScansThisYear } from '../points/scan-counts.ts';

/**
 * Lets through what is no club card nor a top-up, and of those what the company may order, which is locked.
 * Throws `product_unavailable` where the company may have no card, of a card `card_registered`, `card_pending` and
 * `card_windows_needed` (spec 2 §5), of a top-up `card_inactive` (spec 2 §4).
 * @param now milliseconds since 1970
 */
export async function checkCardOrder(
  trx: Transaction<Database>,
  type: VendorType,
  { companyId, region }: Pick<Actor, 'companyId' | 'region'>,
  now: number,
): Promise<void> {
  const kind = kindOf(type);
  if (kind !== 'card' && kind !== 'top-up') return;
  const company = await trx
    .selectFrom('companies')
    .select('has_edenred_card')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (!company.has_edenred_card)
    throw new ApiFailure('product_unavailable', { field: 'body.type' });
  if (kind === 'top-up') return requireActiveCard(trx, companyId);
  const block = cardBlock({
    hasCard: await hasUsableCard(trx, companyId),
    windowsThisYear: (await countScansThisYear(trx, { companyId, region }, now)).windows,
    isPending: await isCardPending(trx, companyId),
  });
  if (block !== null) throw new ApiFailure(block);
}
