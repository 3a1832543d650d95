import { DIGITAL_STREET } from '#schemas/checkout.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import type { OrderSubmission } from '#schemas/order-submission.ts';
import { regions } from '#schemas/regions.ts';
import type { TopUpAmount } from './queries.ts';

type Customer = Pick<InstallerUser, 'name' | 'surname' | 'email' | 'phone' | 'region'>;

/**
 * Builds the order of a top-up. Nothing is delivered, so the customer comes from the profile.
 * @returns null if the profile has no phone number, which every order needs
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
