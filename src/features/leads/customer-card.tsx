import { useLingui } from '@lingui/react/macro';
import { Copy, Mail, MapPin, MessageSquare, Phone } from 'lucide-react';
import type { ProjectLead } from '#schemas/project-lead.ts';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { AddressText, EmailText } from '#src/ui/breaking-text.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { mailLink, mapLink, phonesOf } from './contact-links.ts';
import { customerAddress } from '#src/data/text/customer-text.ts';

interface CustomerCardProps {
  customer: ProjectLead;
  /** Omits the first number, which the screen shows elsewhere. */
  withoutFirst?: boolean;
}

/** Phone numbers, e-mail and address of the customer, each usable with one tap. */
export function CustomerCard({ customer, withoutFirst = false }: CustomerCardProps) {
  const { t } = useLingui();
  const { FirstName, LastName } = customer.customer_info;
  const address = customerAddress(customer.customer_info);
  const name = `${FirstName} ${LastName}`.trim();
  const phones = phonesOf(customer).slice(withoutFirst ? 1 : 0);
  if (phones.length === 0 && customer.EmailForwindow === '' && address === '') return null;
  return (
    <Section title={t`Customer`}>
      <List label={name || t`Customer`}>
        {phones.map((phone) => (
          <ListRow
            key={phone}
            icon={<Phone />}
            iconTone="place"
            title={<span className="tnum">{readablePhone(phone)}</span>}
            meta={t`Call`}
            chevron={false}
            href={callLink(phone)}
            action={
              <IconButton
                variant="raised"
                label={t`Send a message to ${readablePhone(phone)}`}
                icon={<MessageSquare />}
                href={messageLink(phone)}
              />
            }
          />
        ))}
        {customer.EmailForwindow !== '' && (
          <ListRow
            icon={<Mail />}
            iconTone="place"
            title={<EmailText>{customer.EmailForwindow}</EmailText>}
            meta={t`Write an e-mail`}
            chevron={false}
            href={mailLink(customer.EmailForwindow)}
          />
        )}
        {address !== '' && <AddressRow address={address} />}
      </List>
    </Section>
  );
}

/** Opens the maps app, with a button to copy the address; only copies if there is no maps app. */
function AddressRow({ address }: { address: string }) {
  const { t } = useLingui();
  const copying = useCopyToClipboard();
  const copy = () => copying(address, t`The address is copied.`);
  const map = mapLink(address, navigator.userAgent);
  if (map === null) {
    return (
      <ListRow
        icon={<MapPin />}
        iconTone="place"
        title={<AddressText>{address}</AddressText>}
        meta={t`Copy the address`}
        end={<Copy className="size-5 shrink-0 text-ink-soft" />}
        onPress={() => void copy()}
      />
    );
  }
  return (
    <ListRow
      icon={<MapPin />}
      iconTone="place"
      title={<AddressText>{address}</AddressText>}
      meta={t`Show on the map`}
      chevron={false}
      href={map}
      action={
        <IconButton
          variant="raised"
          label={t`Copy the address`}
          icon={<Copy />}
          onClick={() => void copy()}
        />
      }
    />
  );
}
