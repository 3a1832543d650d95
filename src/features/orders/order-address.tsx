import type { OrderCustomer } from '#schemas/order.ts';
import { shownEmail } from '#schemas/shown-email.ts';
import { readablePhone } from '#src/data/text/phone.ts';
import { useCountries } from '#src/data/text/use-countries.ts';

/** Recipient and delivery address of an order. */
export function OrderAddress({ customer }: { customer: OrderCustomer }) {
  const countries = useCountries();
  const lines = [
    customer.company_name,
    `${customer.name} ${customer.surname}`,
    [customer.street, customer.house_number].filter(Boolean).join(' '),
    [customer.postal_code, customer.city].filter(Boolean).join(' '),
    countries.find(({ id }) => id === customer.country)?.name,
    customer.phone && readablePhone(customer.phone),
    shownEmail(customer.email ?? ''),
  ];
  return (
    <p>
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="block break-long">
          {line}
        </span>
      ))}
    </p>
  );
}
