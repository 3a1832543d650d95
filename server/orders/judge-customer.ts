import { type CheckoutCustomer } from '#schemas/checkout.ts';
import { type DeliveryType, deliveryTypes } from '#schemas/delivery.ts';
import { checkContactPhone, isAddressComplete, isRegionMismatch } from '#schemas/checkout-rules.ts';
import { type OrderCustomer } from '#schemas/order.ts';
import { isDelivered, type VendorType } from '#schemas/vendors.ts';
import { ApiFailure } from '../http/failure.ts';
import { parsePhone } from '../registration/parse-phone.ts';

/** How a customer wants an order delivered who has not said so: to the company that is named, else to them. */
export function defaultDelivery({ company_name }: CheckoutCustomer): DeliveryType {
  return company_name === undefined ? deliveryTypes.personal : deliveryTypes.company;
}

/** How an order is delivered: what can't be delivered is digital, whatever was asked for. */
export function effectiveDelivery(type: VendorType, asked: DeliveryType): DeliveryType {
  return isDelivered(type) ? asked : deliveryTypes.digital;
}

/**
 * The customer as an order keeps them; without an address where nothing is delivered.
 * Throws `invalid_phone`, `address_incomplete` or `phone_region_mismatch`.
 */
export function validateCustomer(
  customer: CheckoutCustomer,
  { type, asked }: { readonly type: VendorType; readonly asked: DeliveryType },
  { hasTestDevices }: { readonly hasTestDevices: boolean },
): OrderCustomer {
  const phone = checkContactPhone(customer, parsePhone, { hasTestDevices });
  if (!phone.ok) throw new ApiFailure('invalid_phone', { field: 'body.customer.phone_number' });
  const { name, surname, email = null } = customer;
  const contact = { name, surname, email, phone: phone.phone };
  const delivery = effectiveDelivery(type, asked);
  if (!isDelivered(type)) return { ...contact, ...NOWHERE };
  if (delivery === deliveryTypes.digital || !isAddressComplete(customer, delivery)) {
    throw new ApiFailure('address_incomplete', { field: 'body.customer' });
  }
  if (isRegionMismatch(customer, delivery)) {
    throw new ApiFailure('phone_region_mismatch', { field: 'body.customer.phone_region' });
  }
  const { country, street, house_number, city, postal_code, company_name } = customer;
  return {
    ...contact,
    country: country ?? null,
    street: street ?? null,
    house_number: house_number ?? null,
    city: city ?? null,
    postal_code: postal_code ?? null,
    company_name: delivery === deliveryTypes.company ? (company_name ?? null) : null,
  };
}

const NOWHERE = {
  country: null,
  street: null,
  house_number: null,
  city: null,
  postal_code: null,
  company_name: null,
};
