import { useLingui, Trans } from '@lingui/react/macro';
import { Copy, Mail, MapPin } from 'lucide-react';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectLead } from '#schemas/project-lead.ts';
import { type RequestedItem, requestedItems } from '#schemas/requested-items.ts';
import { phonesOf } from '#schemas/customer-phones.ts';
import { customerAddress } from '#schemas/customer-text.ts';
import { useFormat } from '#src/data/text/format.ts';
import { PhoneRow, mailLink, mapLink } from '#src/features/_shared/contact/contact-links.tsx';
import { AddressText, EmailText } from '#src/ui/breaking-text.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Facts } from '#src/ui/lists/detail-list.tsx';
import { ListRow, List } from '#src/ui/lists/list.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { useCopyToClipboard } from '#src/ui/use-copy-to-clipboard.ts';
import { useRequestedItemName } from './lead-labels.ts';

interface CustomerCardProps {
  customer: ProjectLead;
  /** Omits the first number, which the screen shows elsewhere. */
  omitsFirstPhone?: boolean;
}

/** Phone numbers, email and address of the customer, each one tap away. */
export function CustomerCard({ customer, omitsFirstPhone = false }: CustomerCardProps) {
  const { t } = useLingui();
  const { FirstName, LastName } = customer.customer_info;
  const address = customerAddress(customer.customer_info);
  const name = `${FirstName} ${LastName}`.trim();
  const phones = phonesOf(customer).slice(omitsFirstPhone ? 1 : 0);
  if (phones.length === 0 && customer.EmailForwindow === '' && address === '') return null;
  return (
    <Section title={t`Customer`}>
      <List label={name || t`Customer`}>
        {phones.map((phone) => (
          <PhoneRow key={phone} phone={phone} iconTone="info" />
        ))}
        {customer.EmailForwindow !== '' && (
          <ListRow
            icon={<Mail />}
            iconTone="info"
            title={<EmailText>{customer.EmailForwindow}</EmailText>}
            meta={t`Send an email`}
            chevron={false}
            href={mailLink(customer.EmailForwindow)}
          />
        )}
        {address !== '' && <AddressRow address={address} />}
      </List>
    </Section>
  );
}

/**
 * Row that opens the address in the maps app, with a button to copy it. If there is no maps app, the row itself copies
 * the address.
 */
function AddressRow({ address }: { address: string }) {
  const { t } = useLingui();
  const copyToClipboard = useCopyToClipboard();
  const copy = () => copyToClipboard(address, t`Address copied`);
  const mapHref = mapLink(address, navigator.userAgent);
  if (mapHref === null) {
    return (
      <ListRow
        icon={<MapPin />}
        iconTone="info"
        title={<AddressText>{address}</AddressText>}
        meta={t`Copy address`}
        end={<Copy className="size-5 shrink-0 text-ink-soft" />}
        onPress={() => void copy()}
      />
    );
  }
  return (
    <ListRow
      icon={<MapPin />}
      iconTone="info"
      title={<AddressText>{address}</AddressText>}
      meta={t`Show on map`}
      chevron={false}
      href={mapHref}
      action={
        <IconButton
          variant="raised"
          label={t`Copy address`}
          icon={<Copy />}
          onClick={() => void copy()}
        />
      }
    />
  );
}

/** The customer's request: their message, and the products they want. */
export function LeadRequest({ lead }: { lead: LeadDocument }) {
  const { t } = useLingui();
  const items = requestedItems(lead);
  return (
    <>
      <CustomerQuote lead={lead} />
      {items.length > 0 && (
        <Section title={t({ context: 'the customer', message: 'Looking for' })}>
          <List label={t({ context: 'the customer', message: 'Looking for' })}>
            {items.map((item, index) => (
              <RequestedItemRow key={index} item={item} />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}

/** The customer's message, the lead's date, and what the customer requested. */
function CustomerQuote({ lead: { extras, created_at } }: { lead: LeadDocument }) {
  const format = useFormat();
  const { Notes: notes, CustomerRequested: requestText } = extras;
  const quote = notes || requestText;
  return (
    <Card>
      <figure>
        {quote && (
          <blockquote className="mb-2 font-display text-[1.125rem] leading-snug font-medium whitespace-pre-line break-long before:content-[open-quote] after:content-[close-quote]">
            {quote}
          </blockquote>
        )}
        <figcaption className="text-small text-ink-soft break-long">
          <span className="sr-only">
            <Trans>Message from the customer</Trans>:{' '}
          </span>
          <Facts facts={[format.date(created_at), notes && requestText]} />
        </figcaption>
      </figure>
    </Card>
  );
}

function RequestedItemRow({ item: { type, quantity } }: { item: RequestedItem }) {
  const format = useFormat();
  const name = useRequestedItemName()(type);
  return (
    <ListRow
      thumbnail={
        <Picture
          name={productPicture(type ?? 'GGL')}
          sizes="56px"
          alt=""
          className="size-[56px] rounded-control card-line"
        />
      }
      title={name}
      meta={name !== type && type}
      number={
        <span className="font-display text-[1.0625rem] font-semibold tnum">
          × {format.number(quantity)}
        </span>
      }
    />
  );
}
