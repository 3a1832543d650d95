import { DIGITAL_STREET } from '#schemas/checkout.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { regions } from '#schemas/regions.ts';
import type { TopUpAmount } from './queries.ts';

type Customer = Pick<InstallerUser, 'name' | 'surname' | 'email' | 'phone' | 'region'>;

/**
 * The order of a top-up: nothing is brought to anybody, so the person is asked for nothing.
 * @returns null where the profile lacks the phone number that every order names
 */
export function toTopUpOrder(
  amount: Pick<TopUpAmount, 'uuid' | 'points'>,
  { name, surname, email, phone, region }: Customer,
): OrderSubmission | null {
  if (phone === null) return null;
  const country = regions.find(({ dialCode }) => phone.startsWith(dialCode))?.code ?? region;
  return {
    type: 'EDENRED_CARD_TOPUP',
    order: [{ uuid: amount.uuid, quantity: 1, price: amount.points }],
    delivery: deliveryTypes.digital,
    customer: {
      name,
      surname,
      phone_region: country,
      phone_number: phone,
      ...(email !== null && { email }),
      street: DIGITAL_STREET,
    },
  };
}
