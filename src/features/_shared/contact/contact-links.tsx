/** Links and buttons that contact a customer in the phone's own apps. */
import { normaliseEmail } from '#schemas/email.ts';
import { useLingui } from '@lingui/react/macro';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';

export function mailLink(email: string): string {
  return `mailto:${encodeURIComponent(normaliseEmail(email)).replace('%40', '@')}`;
}

/**
 * Returns a link that opens the device's maps app. iPads identify themselves as Macs, and both have Apple's Maps.
 * @param userAgent the browser's user agent
 * @returns null on computers without a maps app, where the address should be copied instead
 */
export function mapLink(address: string, userAgent: string): string | null {
  const query = encodeURIComponent(address);
  if (/iPhone|iPad|iPod|Macintosh/.test(userAgent)) return `maps:?q=${query}`;
  return /Android/.test(userAgent) ? `geo:0,0?q=${query}` : null;
}

interface ContactButtonsProps {
  /** The customer to contact. */
  name: string;
  phone: string | null | undefined;
  /** Empty if unknown. */
  email?: string;
}

/** Call, message and email buttons, which open the phone's own apps. Hides unavailable ones. */
export function ContactButtons({ name, phone, email = '' }: ContactButtonsProps) {
  const { t } = useLingui();
  return (
    <>
      {phone && (
        <>
          <CallButton name={name} phone={phone} />
          <IconButton
            label={t`Send a message to ${name}`}
            icon={<MessageSquare />}
            href={messageLink(phone)}
          />
        </>
      )}
      {email !== '' && (
        <IconButton label={t`Send an email to ${name}`} icon={<Mail />} href={mailLink(email)} />
      )}
    </>
  );
}

export function CallButton({ name, phone }: { name: string; phone: string }) {
  const { t } = useLingui();
  return <IconButton label={t`Call ${name}`} icon={<Phone />} href={callLink(phone)} />;
}

interface PhoneRowProps {
  phone: string;
  iconTone?: 'info';
}

/** A phone number in a list: tap to call, with a message button. */
export function PhoneRow({ phone, iconTone }: PhoneRowProps) {
  const { t } = useLingui();
  const readable = readablePhone(phone);
  return (
    <ListRow
      icon={<Phone />}
      {...(iconTone && { iconTone })}
      title={<span className="tnum">{readable}</span>}
      meta={t`Call`}
      chevron={false}
      href={callLink(phone)}
      action={
        <IconButton
          variant="raised"
          label={t`Send a message to ${readable}`}
          icon={<MessageSquare />}
          href={messageLink(phone)}
        />
      }
    />
  );
}
