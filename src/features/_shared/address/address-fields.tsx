import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  Controller,
  useFormContext,
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useFormState,
  type UseFormReturn,
} from 'react-hook-form';
import type { RegionCode } from '#schemas/regions.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { type PickedAddress, streetLineOf } from './address-choices.ts';
import { AddressField } from './address-field.tsx';

/** The parts of an address in a form. */
interface AddressFormValues {
  street: string;
  house_number: string;
  postal_code: string;
  city: string;
  country: RegionCode;
}

interface AddressFieldsProps {
  /** Returns the server's error message for a field. */
  rejectionOf?: (part: keyof AddressFormValues) => string | undefined;
  /** True for the user's own address, which the browser can autofill. */
  isOwnAddress?: boolean;
}

/** Address fields for the surrounding form; the street has suggestions. */
export function AddressFields({
  rejectionOf = () => undefined,
  isOwnAddress = true,
}: AddressFieldsProps) {
  const { t } = useLingui();
  const countries = useCountries();
  const { register, control, setValue, watch, formState } = useFormContext<AddressFormValues>();
  const { errors } = formState;
  const fill = (address: PickedAddress) => {
    const options = { shouldDirty: true, shouldValidate: true } as const;
    setValue('street', address.street_name, options);
    // Parts that the suggestion lacks keep their typed values.
    if (address.house_number !== '') setValue('house_number', address.house_number, options);
    if (address.postal_code !== '') setValue('postal_code', address.postal_code, options);
    if (address.city !== '') setValue('city', address.city, options);
  };
  return (
    <>
      <Controller
        name="street"
        control={control}
        render={({ field }) => (
          <AddressField
            label={t`Street`}
            name={field.name}
            region={watch('country')}
            value={field.value}
            onValueChange={field.onChange}
            onPick={fill}
            error={
              errors.street ? t`Enter the street, up to 160 characters.` : rejectionOf('street')
            }
          />
        )}
      />
      <TextField
        label={t`House number`}
        autoComplete="off"
        error={
          errors.house_number
            ? t`Enter the house number, up to 20 characters.`
            : rejectionOf('house_number')
        }
        {...register('house_number')}
      />
      <TextField
        label={t`Postal code`}
        autoComplete={isOwnAddress ? 'postal-code' : 'off'}
        error={
          errors.postal_code
            ? t`Enter the postal code, up to 16 characters.`
            : rejectionOf('postal_code')
        }
        {...register('postal_code')}
      />
      <TextField
        label={t`City`}
        autoComplete={isOwnAddress ? 'address-level2' : 'off'}
        error={errors.city ? t`Enter the city, up to 80 characters.` : rejectionOf('city')}
        {...register('city')}
      />
      <SelectField
        label={t`Country`}
        autoComplete={isOwnAddress ? 'country' : 'off'}
        options={countries.map(({ id, name }) => ({ value: id, label: name }))}
        error={rejectionOf('country')}
        {...register('country')}
      />
    </>
  );
}

interface AddressEntryProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'control' | 'register' | 'setValue'>;
  /** Field names in the form. */
  names: Record<'street' | 'postalCode' | 'city', FieldPath<Values>>;
  /** Region to search for addresses. */
  region: RegionCode | undefined;
  /** Returns the form's own message for a field's error, instead of the default one. */
  errorText?: (error: FieldError | undefined) => ReactNode;
  streetHint?: ReactNode;
  isCityOptional?: boolean;
  /** True for the user's own address, which the browser can autofill. */
  isOwnAddress?: boolean;
}

/** Street line, postal code and city of a form; choosing a suggestion fills in all three. */
export function AddressEntry<Values extends FieldValues>(props: AddressEntryProps<Values>) {
  const { form, names, region, errorText, isOwnAddress = true } = props;
  const { control, register, setValue } = form;
  const { t } = useLingui();
  const { errors, isSubmitted } = useFormState({ control });

  const fillField = (name: FieldPath<Values>, text: string) =>
    // All three are text fields.
    setValue(name, text as FieldPathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
  const fill = (address: PickedAddress) => {
    fillField(names.street, streetLineOf(address));
    if (address.postal_code) fillField(names.postalCode, address.postal_code);
    if (address.city) fillField(names.city, address.city);
  };
  const errorTextOf = (name: FieldPath<Values>, defaultText: string) => {
    const error = errors[name] as FieldError | undefined;
    return errorText ? errorText(error) : error && defaultText;
  };
  return (
    <>
      <Controller
        name={names.street}
        control={control}
        render={({ field }) => (
          <AddressField
            label={t`Street and number`}
            name={field.name}
            region={region}
            value={field.value}
            onValueChange={field.onChange}
            onPick={fill}
            hint={props.streetHint}
            error={errorTextOf(names.street, t`Enter the street, up to 160 characters.`)}
          />
        )}
      />
      <TextField
        label={t`Postal code`}
        autoComplete={isOwnAddress ? 'postal-code' : 'off'}
        error={errorTextOf(names.postalCode, t`Enter the postal code, up to 16 characters.`)}
        {...register(names.postalCode)}
      />
      <TextField
        label={t`City`}
        {...(props.isCityOptional && { optionalLabel: t`optional` })}
        autoComplete={isOwnAddress ? 'address-level2' : 'off'}
        error={errorTextOf(names.city, t`Use 80 characters or fewer.`)}
        {...register(names.city)}
      />
    </>
  );
}
