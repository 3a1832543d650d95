import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { type CheckoutDraft, contactForm } from '#schemas/checkout.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { isAddressComplete } from '#schemas/checkout-rules.ts';
import { regions } from '#schemas/regions.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { readablePhone } from '#src/data/text/phone.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Section } from '#src/ui/layout/section.tsx';

/** Delivery address with an edit button, or a prompt if it's incomplete. */
export function AddressCard({ draft }: { draft: CheckoutDraft }) {
  const { t } = useLingui();
  const isComplete = isAddressComplete(draft, draft.delivery);
  return (
    <Section title={t`Address`}>
      <Card>
        {isComplete ? (
          <AddressLines draft={draft} />
        ) : (
          <p className="text-ink-soft">
            <Trans>Where should we deliver it? Complete the address.</Trans>
          </p>
        )}
        <EditLink link={paths.checkoutAddress()}>
          {isComplete ? <Trans>Edit address</Trans> : <Trans>Add address</Trans>}
        </EditLink>
      </Card>
    </Section>
  );
}

/** The recipient. */
export function ContactCard({ draft }: { draft: CheckoutDraft }) {
  const { t } = useLingui();
  const isComplete = v.is(contactForm, draft);
  return (
    <Section title={t`Contact details`}>
      <Card>
        {isComplete ? (
          <ContactLines draft={draft} />
        ) : (
          <p className="text-ink-soft">
            <Trans>Who will receive it? Add a name and phone number.</Trans>
          </p>
        )}
        <EditLink link={paths.checkoutContact()}>
          {isComplete ? <Trans>Edit contact details</Trans> : <Trans>Add contact details</Trans>}
        </EditLink>
      </Card>
    </Section>
  );
}

function EditLink({ link, children }: { link: AppLink; children: ReactNode }) {
  return (
    <div className="mt-3">
      <LinkButton variant="secondary" {...linkTo(link)}>
        {children}
      </LinkButton>
    </div>
  );
}

/** Lines of an address. */
export function AddressLines({ draft }: { draft: CheckoutDraft }) {
  const countries = useCountries();
  const country = countries.find(({ id }) => id === draft.country)?.name;
  return (
    <p className="break-long">
      {draft.delivery === deliveryTypes.company && (
        <span className="block font-semibold">{draft.company_name}</span>
      )}
      <span className="block">
        {draft.street} {draft.house_number}
      </span>
      <span className="block">
        {draft.postal_code} {draft.city}
      </span>
      <span className="block text-ink-soft">{country}</span>
    </p>
  );
}

/** Lines of a contact. */
export function ContactLines({ draft }: { draft: CheckoutDraft }) {
  const dialCode = regions.find(({ code }) => code === draft.phone_region)?.dialCode ?? '';
  const isInternational = normaliseLine(draft.phone_number).startsWith('+');
  const phone = isInternational ? draft.phone_number : `${dialCode}${draft.phone_number}`;
  return (
    <p className="break-long">
      <span className="block font-semibold">
        {draft.name} {draft.surname}
      </span>
      <span className="block tnum">{readablePhone(phone)}</span>
      <span className="block">{displayEmail(draft.email)}</span>
    </p>
  );
}
