import { useLingui } from '@lingui/react/macro';
import { Mail, MapPinned, MessageSquare, Phone } from 'lucide-react';
import type { ProjectLead } from '#schemas/project-lead.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { phonesOf } from '#schemas/customer-phones.ts';
import { customerAddress, customerName } from '#schemas/customer-text.ts';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { ActionBar, ActionLink } from '#src/ui/layout/action-bar.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { LinkTarget } from '#src/ui/links.tsx';
import { mailLink, mapLink } from '../_shared/contact/contact-links.tsx';

interface ContactActionsProps {
  customer: Pick<ProjectLead, 'customer_info' | 'Mobile' | 'MobilePhone' | 'EmailForwindow'>;
  /** True if contacting the customer is the screen's main action. */
  isMain: boolean;
  /** Called when a call or message link is followed. */
  onContact: () => void;
}

/**
 * Buttons to call, text or email the customer, or to get directions, with one tap each. The call button is the largest.
 * Buttons for which the customer's details are missing aren't shown.
 */
export function ContactActions({ customer, isMain, onContact }: ContactActionsProps) {
  const { t } = useLingui();
  const { customer_info: customerInfo } = customer;
  const email = normaliseLine(customer.EmailForwindow);
  const [phone] = phonesOf(customer);
  const address = customerAddress(customerInfo);
  const mapHref = address === '' ? null : mapLink(address, navigator.userAgent);
  const name = customerName(customerInfo);
  const callee = customerInfo.FirstName || name;
  if (phone === undefined && email === '' && mapHref === null) return null;
  return (
    <ActionBar label={t`Contact ${name}`}>
      {phone !== undefined && (
        <>
          <li className="basis-full" data-main-action={isMain ? '' : undefined}>
            <LinkButton
              variant={isMain ? 'primary' : 'secondary'}
              size="large"
              fullWidth
              icon={<Phone />}
              {...contactLink(callLink(phone), onContact)}
            >
              <span className="min-w-0 flex-1 ps-1 text-start">
                {t`Call ${callee}`}{' '}
                <span className="block text-body font-medium tnum">{readablePhone(phone)}</span>
              </span>
            </LinkButton>
          </li>
          <ActionLink icon={<MessageSquare />} {...contactLink(messageLink(phone), onContact)}>
            {t({ context: 'to write a text message', message: 'Text' })}
          </ActionLink>
        </>
      )}
      {email !== '' && (
        <ActionLink icon={<Mail />} {...contactLink(mailLink(email), onContact)}>
          {t({ context: 'to write one', message: 'Email' })}
        </ActionLink>
      )}
      {mapHref !== null && (
        <ActionLink icon={<MapPinned />} href={mapHref}>
          {t({ context: 'to the customer', message: 'Directions' })}
        </ActionLink>
      )}
    </ActionBar>
  );
}

/** A link to another app; calls `onContact` when followed. */
function contactLink(href: string, onContact: () => void): LinkTarget {
  return {
    render: ({ children, ...link }) => (
      <a href={href} onClick={onContact} {...link}>
        {children}
      </a>
    ),
  };
}
