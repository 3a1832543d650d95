import { useLingui } from '@lingui/react/macro';
import type { PickedAddress } from '#src/features/_shared/address/address-choices.ts';
import { AddressField } from '#src/features/_shared/address/address-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { StepProps } from './step-props.ts';
import { useFieldProblemText } from './use-field-problem-text.ts';

/** Company address, with suggestions while typing. */
export function AddressStep({ draft, problems, onChange }: StepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  const pick = ({ street_name, house_number, postal_code, city }: PickedAddress) =>
    onChange({
      street: street_name,
      // Keep typed values that the suggestion lacks.
      ...(house_number !== '' && { house_number }),
      ...(postal_code !== '' && { postal_code }),
      ...(city !== '' && { city }),
    });
  return (
    <>
      <AddressField
        label={t`Street`}
        region={draft.region}
        value={draft.street}
        error={problemText(problems.street)}
        onValueChange={(street) => onChange({ street: street.slice(0, 160) })}
        onPick={pick}
      />
      <TextField
        label={t`House number`}
        autoComplete="off"
        maxLength={20}
        value={draft.house_number}
        error={problemText(problems.house_number)}
        onChange={(event) => onChange({ house_number: event.target.value })}
      />
      <TextField
        label={t`Postal code`}
        autoComplete="postal-code"
        maxLength={16}
        value={draft.postal_code}
        error={problemText(problems.postal_code)}
        onChange={(event) => onChange({ postal_code: event.target.value })}
      />
      <TextField
        label={t`City`}
        autoComplete="address-level2"
        maxLength={80}
        value={draft.city}
        error={problemText(problems.city)}
        onChange={(event) => onChange({ city: event.target.value })}
      />
    </>
  );
}
