import { Trans, useLingui } from '@lingui/react/macro';
import { useFormContext } from 'react-hook-form';
import type { CustomerInfo } from '#schemas/project-lead.ts';
import { lacksStreetNumber } from '#schemas/lead-edit.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { AddressEntry } from '#src/features/_shared/address/address-entry.tsx';
import type { AgreementEntry } from './agreement.ts';

/** Address of the installation; asks for the street again if the customer left out its number. */
export function AgreementAddress({ customer }: { customer: CustomerInfo }) {
  const { t } = useLingui();
  const region = useIdentity()?.region;
  const form = useFormContext<AgreementEntry>();
  const { StreetHouseNumber: street } = customer;
  const missing =
    street === ''
      ? t`The customer gave no street.`
      : t`The customer wrote “${street}”, without a number.`;

  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">
        <Trans>Address of the installation</Trans>
      </legend>
      <AddressEntry
        form={form}
        names={{ street: 'street_name', postalCode: 'postal_code', city: 'city' }}
        region={region}
        streetHint={lacksStreetNumber(customer) && missing}
        isCityOptional
        isForeign
      />
    </fieldset>
  );
}
