import { useConsentLabels } from './use-consent-labels.ts';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';

interface Consents {
  readonly email_consent: boolean;
  readonly phone_consent: boolean;
}

interface ConsentFieldsProps extends Consents {
  onChange: (changes: Partial<Consents>) => void;
}

/** Marketing consents; both are optional. */
export function ConsentFields({ email_consent, phone_consent, onChange }: ConsentFieldsProps) {
  const labels = useConsentLabels();
  return (
    <div className="space-y-2">
      <CheckboxField
        {...labels.email_consent}
        checked={email_consent}
        onChange={(event) => onChange({ email_consent: event.target.checked })}
      />
      <CheckboxField
        {...labels.phone_consent}
        checked={phone_consent}
        onChange={(event) => onChange({ phone_consent: event.target.checked })}
      />
    </div>
  );
}
