import { useLingui } from '@lingui/react/macro';
import { MapPin, MessageSquare, Phone } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import { callLink, messageLink } from '#src/data/words/phone.ts';
import { ActionBar, ActionLink } from '#src/ui/action-bar.tsx';
import { customerAddress, customerName, mapLink, phonesOf } from './contact-links.ts';

type Customer = Pick<LeadDocument, 'customer_info' | 'Mobile' | 'MobilePhone'>;

/** Call, write, go there: one tap each, side by side within the thumb's reach. What can't be done is not there. */
export function ContactBar({ customer }: { customer: Customer }) {
  const { t } = useLingui();
  const [phone] = phonesOf(customer);
  const address = customerAddress(customer.customer_info);
  const map = address === '' ? null : mapLink(address, navigator.userAgent);
  const name = customerName(customer.customer_info);
  if (phone === undefined && map === null) return null;
  return (
    <ActionBar label={t`Contact ${name}`}>
      {phone !== undefined && (
        <>
          <ActionLink icon={<Phone />} href={callLink(phone)}>{t`Call`}</ActionLink>
          <ActionLink icon={<MessageSquare />} href={messageLink(phone)}>{t`Message`}</ActionLink>
        </>
      )}
      {map !== null && <ActionLink icon={<MapPin />} href={map}>{t`Map`}</ActionLink>}
    </ActionBar>
  );
}
