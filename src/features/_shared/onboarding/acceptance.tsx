import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CompanyTypeSettings } from '#schemas/company.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';

interface AcceptanceProps {
  document: 'disclaimer' | 'declaration';
  type: CompanyTypeSettings | undefined;
  accepted: boolean;
  error: ReactNode;
  onChange: (accepted: boolean) => void;
}

/** Text of a disclaimer or declaration, with its acceptance checkbox. */
export function Acceptance({ document, type, accepted, error, onChange }: AcceptanceProps) {
  const language = useLanguage();
  const text = type === undefined ? '' : textInLanguage(type[`${document}_translated`], language);
  return (
    <>
      <Card>
        <p className="break-long">{text}</p>
      </Card>
      <CheckboxField
        label={
          document === 'disclaimer' ? (
            <Trans>I have read and understood this.</Trans>
          ) : (
            <Trans>I declare that this is so.</Trans>
          )
        }
        checked={accepted}
        error={error}
        onChange={(event) => onChange(event.target.checked)}
      />
    </>
  );
}
