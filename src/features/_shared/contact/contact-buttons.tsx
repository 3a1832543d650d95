import { useLingui } from '@lingui/react/macro';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import { callLink, messageLink, readablePhone } from '#src/data/text/phone.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { ListRow } from '#src/ui/lists/list.tsx';
import { mailLink } from './contact-links.ts';

interface ContactButtonsProps {
  /** Whom the buttons contact. */
  name: string;
  phone: string | null | undefined;
  /** Empty if unknown. */
  email?: string;
}

/** Call, message and e-mail buttons, which open the phone's own apps. Hides what isn't available. */
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

/** A phone number in a list, which calls it, with a message button. */
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
