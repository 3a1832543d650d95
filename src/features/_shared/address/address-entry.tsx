import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import {
  Controller,
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useFormState,
  type UseFormReturn,
} from 'react-hook-form';
import type { RegionCode } from '#schemas/regions.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { type PickedAddress, streetLineOf } from './address-choices.ts';
import { AddressField } from './address-field.tsx';

interface AddressEntryProps<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'control' | 'register' | 'setValue'>;
  /** Field names in the form. */
  names: Record<'street' | 'postalCode' | 'city', FieldPath<Values>>;
  /** Region to search for addresses. */
  region: RegionCode | undefined;
  /** Error messages of the form, replacing the default ones. */
  words?: (error: FieldError | undefined) => ReactNode;
  streetHint?: ReactNode;
  isCityOptional?: boolean;
  /** Someone else's address: disables the browser's autofill. */
  isForeign?: boolean;
}

/** Street line, postal code and city of a form; choosing a suggestion fills in all three. */
export function AddressEntry<Values extends FieldValues>(props: AddressEntryProps<Values>) {
  const { form, names, region, words, isForeign = false } = props;
  const { control, register, setValue } = form;
  const { t } = useLingui();
  const { errors, isSubmitted } = useFormState({ control });

  const put = (name: FieldPath<Values>, text: string) =>
    // The three names belong to text fields.
    setValue(name, text as FieldPathValue<Values, FieldPath<Values>>, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
  const fill = (address: PickedAddress) => {
    put(names.street, streetLineOf(address));
    if (address.postal_code) put(names.postalCode, address.postal_code);
    if (address.city) put(names.city, address.city);
  };
  const problem = (name: FieldPath<Values>, usual: string) => {
    const error = errors[name] as FieldError | undefined;
    return words ? words(error) : error && usual;
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
            error={problem(names.street, t`Enter the street, up to 160 characters.`)}
          />
        )}
      />
      <TextField
        label={t`Postal code`}
        autoComplete={isForeign ? 'off' : 'postal-code'}
        error={problem(names.postalCode, t`Enter the postal code, up to 16 characters.`)}
        {...register(names.postalCode)}
      />
      <TextField
        label={t`City`}
        {...(props.isCityOptional && { optionalLabel: t`optional` })}
        autoComplete={isForeign ? 'off' : 'address-level2'}
        error={problem(names.city, t`At most 80 characters.`)}
        {...register(names.city)}
      />
    </>
  );
}
