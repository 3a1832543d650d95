import { useLingui } from '@lingui/react/macro';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';

export interface Consents {
  readonly email_consent: boolean;
  readonly phone_consent: boolean;
}

interface ConsentFieldsProps extends Consents {
  onChange: (changes: Partial<Consents>) => void;
}

/** How the manufacturer may write to its installers; both are free to be left out. */
export function ConsentFields({ email_consent, phone_consent, onChange }: ConsentFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="space-y-2">
      <CheckboxField
        label={t`News by e-mail`}
        description={t`Offers, training and new products.`}
        checked={email_consent}
        onChange={(event) => onChange({ email_consent: event.target.checked })}
      />
      <CheckboxField
        label={t`News by text message or call`}
        description={t`Only what can't wait, such as the end of a promotion.`}
        checked={phone_consent}
        onChange={(event) => onChange({ phone_consent: event.target.checked })}
      />
    </div>
  );
}
