import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { Controller, useForm, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { typedText } from '#schemas/primitives.ts';
import {
  type CertificateCategory,
  categorySlug,
  certifiedQuantity,
  MAX_CERTIFICATE_QUANTITY,
} from '#schemas/warranty-certificate.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { formResolver } from '#src/ui/fields/form-resolver.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Button } from '#src/ui/button.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { Wizard } from './use-wizard.ts';
import { useYearsText } from '../certified-products.tsx';
import {
  type ProductGroup,
  type ProductPosition,
  type ProductProblem,
  withProduct,
} from './draft.ts';
import { rejectedProduct } from './rejection.ts';

/** Error type for a valid name that is a duplicate, or whose category is full. */
const NOT_ALLOWED = 'not_allowed';

const productForm = v.object({
  category: categorySlug,
  name: typedText(80, 1),
  quantity: v.pipe(
    v.nullable(v.number()),
    v.check((quantity) => v.is(certifiedQuantity, quantity)),
    v.transform((quantity) => quantity ?? 1),
  ),
  details: typedText(200),
});
interface ProductForm {
  category: string;
  name: string;
  /** Null while the field is empty. */
  quantity: number | null;
  details: string;
}

interface ProductSheetProps {
  wizard: Wizard;
  products: readonly ProductGroup[];
  catalogue: readonly CertificateCategory[];
  /** Position of the product being edited; null for a new one. */
  position: ProductPosition | null;
  onDone: () => void;
}

/**
 * Edits one product. Category and name are required, the quantity is from 1 to 9,999, and the name
 * is unique within its category (spec 2 §5).
 */
export function ProductSheet({ wizard, products, catalogue, position, onDone }: ProductSheetProps) {
  const { t } = useLingui();
  const id = useId();
  const problemText = useProblemText();
  const group = position && products[position.group];
  const product = group?.products[position?.product ?? 0];
  const form = useForm<ProductForm, unknown, v.InferOutput<typeof productForm>>({
    resolver: formResolver(productForm),
    defaultValues: {
      category: group?.category ?? '',
      name: product?.name ?? '',
      quantity: product?.quantity ?? 1,
      details: product?.details ?? '',
    },
    shouldFocusError: false,
  });
  const { handleSubmit, setError } = form;
  const formRef = useRef<HTMLFormElement>(null);
  const rejectionTextOf = useRejectionText(wizard, position);
  useEffect(() => focusFirstError(formRef.current), []);
  const save = (enteredProduct: v.InferOutput<typeof productForm>, onInvalid: () => void) => {
    const newProducts = withProduct(products, enteredProduct, position);
    if (typeof newProducts === 'string') {
      setError('name', { type: NOT_ALLOWED, message: problemText(newProducts) });
      return onInvalid();
    }
    wizard.dispatch({ name: 'products_changed', products: newProducts });
    return onDone();
  };
  return (
    <Sheet
      isOpen
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={position === null ? t`Add product` : t`Edit product`}
      closeLabel={t`Close`}
      footer={
        <Button type="submit" form={id} fullWidth>
          {position === null ? <Trans>Add</Trans> : <Trans>Save</Trans>}
        </Button>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          const onInvalid = () => focusFirstError(formRef.current);
          void handleSubmit((enteredProduct) => save(enteredProduct, onInvalid), onInvalid)(event);
        }}
      >
        <Fields form={form} catalogue={catalogue} rejectionTextOf={rejectionTextOf} />
      </form>
    </Sheet>
  );
}

/** Returns a function that formats the rejection of a field of the product. */
function useRejectionText(
  { draft: { refused: rejection } }: Wizard,
  position: ProductPosition | null,
) {
  const errorMessage = useErrorMessage();
  const rejectedPosition = rejectedProduct(rejection);
  const isRejected =
    position !== null &&
    rejectedPosition?.group === position.group &&
    rejectedPosition.product === position.product;
  return (field: 'name' | 'details') => {
    if (rejection === null || !isRejected) return undefined;
    const isRejectedField = rejection.field.endsWith('.details')
      ? field === 'details'
      : field === 'name';
    return isRejectedField ? errorMessage(rejection) : undefined;
  };
}

function useProblemText() {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  return (problem: ProductProblem) =>
    problem === 'product_twice'
      ? errorMessage({ code: problem })
      : t`This category is full. Combine identical products and raise the quantity.`;
}

interface FieldsProps {
  form: UseFormReturn<ProductForm, unknown, v.InferOutput<typeof productForm>>;
  rejectionTextOf: ReturnType<typeof useRejectionText>;
  catalogue: readonly CertificateCategory[];
}

function Fields({ form, catalogue, rejectionTextOf }: FieldsProps) {
  const { t } = useLingui();
  const { register, control, watch, formState } = form;
  const { errors } = formState;
  const chosenCategory = watch('category');
  const nameError =
    errors.name?.type === NOT_ALLOWED
      ? errors.name.message
      : errors.name && t`Enter the type and size, such as GGL MK06.`;
  const yearsText = useYearsText();
  return (
    <>
      <SelectField
        label={t`Category`}
        placeholder={t`Choose a category`}
        hint={catalogue.find(({ slug }) => slug === chosenCategory)?.description}
        options={catalogue.map(({ slug, name, longevity }) => ({
          value: slug,
          label: `${name} · ${yearsText(longevity)}`,
        }))}
        error={errors.category && t`Choose a category.`}
        {...register('category')}
      />
      <TextField
        label={t`Product`}
        hint={t`Type and size, such as GGL MK06.`}
        autoComplete="off"
        error={nameError ?? rejectionTextOf('name')}
        {...register('name')}
      />
      <Controller
        name="quantity"
        control={control}
        render={({ field }) => (
          <NumberField
            label={t`Quantity`}
            min={1}
            max={MAX_CERTIFICATE_QUANTITY}
            value={field.value}
            onValueChange={field.onChange}
            decreaseLabel={t`Decrease quantity`}
            increaseLabel={t`Increase quantity`}
            error={errors.quantity && t`Enter a number from 1 to 9,999.`}
            invalidText={t`Enter a whole number.`}
          />
        )}
      />
      <TextField
        label={t`Details`}
        optionalLabel={t`optional`}
        autoComplete="off"
        error={errors.details ? t`Enter up to 200 characters.` : rejectionTextOf('details')}
        {...register('details')}
      />
    </>
  );
}
