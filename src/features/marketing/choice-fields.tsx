import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type PreprintedRegion, preprintedRegions } from '#schemas/marketing-languages.ts';
import { flyerSubtypes } from '#schemas/marketing-pictures.ts';
import { useFormat } from '#src/data/text/format.ts';
import { classNames } from '#src/ui/class-names.ts';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { coversOf, CoverPicture } from './covers/cover-list.tsx';
import { materialLanguageName, useMaterialLabels } from './covers/use-material-labels.ts';
import type { EditorPart } from './material-form.ts';
import type { MaterialProduct } from './queries.ts';

/** Field for the topic of a flyer. It's hidden unless flyers on several topics are sold. */
export function SubtypeField({
  dispatch,
  material,
  products,
}: EditorPart & { products: readonly MaterialProduct[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const labels = useMaterialLabels();
  const flyers = flyerSubtypes.flatMap((subtype) => {
    const product = products.find(({ marketing }) => marketing.subtype === subtype);
    return product ? [{ subtype, price: product.variants[0]?.price ?? 0 }] : [];
  });
  if (flyers.length < 2) return null;
  return (
    <RadioCards
      legend={t`What is the flyer about?`}
      columns={2}
      value={material.subtype}
      onValueChange={(value) => {
        const flyerSubtype = flyerSubtypes.find((option) => option === value);
        if (flyerSubtype) dispatch({ type: 'set_subtype', subtype: flyerSubtype });
      }}
      options={flyers.map(({ subtype, price }) => ({
        value: subtype,
        title: labels.subtype(subtype),
        description: format.points(price),
      }))}
    />
  );
}

/** Field for the image on the front. It's hidden if there is no choice. */
export function CoverField({ form, dispatch, material }: EditorPart) {
  const { t, i18n } = useLingui();
  const { type, subtype } = material;
  const covers = coversOf(type, subtype);
  if (covers.length < 2) return null;
  return (
    <PictureRadios
      legend={t`Cover`}
      size="large"
      value={String(Math.min(form.draft.coverImage, covers.length - 1))}
      onValueChange={(value) => dispatch({ type: 'set_image_position', position: Number(value) })}
      options={covers.map(({ name }, position) => ({
        value: String(position),
        label: i18n._(name),
        picture: <CoverPicture type={type} subtype={subtype} position={position} />,
      }))}
    />
  );
}

/** Fields for the language of the preprinted text and for the quantity. */
export function OrderFields({
  form,
  dispatch,
  errorOf,
  language,
  price,
  maxQuantity,
}: EditorPart & {
  language: PreprintedRegion | undefined;
  price: number;
  maxQuantity: number;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const { quantity } = form.draft;
  const each = format.points(price);
  const total = format.points(price * quantity);
  return (
    <Section title={t`Your order`}>
      <div className="space-y-4">
        <SelectField
          label={t`Print language`}
          value={language}
          error={errorOf('language')}
          options={preprintedRegions.map((value) => ({
            value,
            label: materialLanguageName(value),
          }))}
          onChange={(event) => {
            const language = preprintedRegions.find((option) => option === event.target.value);
            if (language) dispatch({ type: 'set_language', language });
          }}
        />
        <NumberField
          label={t`Quantity`}
          hint={quantity === 1 ? each : t`${each} each, ${total} in total`}
          value={quantity}
          onValueChange={(value) => {
            if (!Number.isNaN(value)) dispatch({ type: 'set_quantity', quantity: value ?? 1 });
          }}
          invalidText={t`Enter a whole number.`}
          min={1}
          max={Math.max(1, maxQuantity)}
          decreaseLabel={t`Decrease quantity`}
          increaseLabel={t`Increase quantity`}
        />
      </div>
    </Section>
  );
}

interface PictureRadiosProps {
  /** Group label. */
  legend: ReactNode;
  legendHidden?: boolean;
  /** Value of the selected option. */
  value: string;
  onValueChange: (value: string) => void;
  options: readonly {
    readonly value: string;
    /** Accessible name. */
    readonly label: string;
    readonly picture: ReactNode;
  }[];
  /** Minimum image width; `small` is for icons. */
  size: 'small' | 'large';
}

const columnClasses = {
  small: 'grid-cols-[repeat(auto-fill,minmax(3.5rem,1fr))]',
  large: 'grid-cols-[repeat(auto-fill,minmax(6rem,1fr))]',
};

/** A radio group of images. */
export function PictureRadios(props: PictureRadiosProps) {
  const { legend, legendHidden = false, value, onValueChange, options, size } = props;
  const groupName = useId();
  return (
    <fieldset role="radiogroup" className="min-w-0">
      <legend
        className={legendHidden ? 'sr-only' : 'mb-2 block text-small font-semibold break-long'}
      >
        {legend}
      </legend>
      <div className={classNames('grid gap-2', columnClasses[size])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'relative grid min-h-14 place-items-center overflow-hidden rounded-control border-2 border-line bg-surface-raised',
              'has-checked:border-ink sunlight:border-line-strong sunlight:has-checked:border-4',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            )}
          >
            <input
              type="radio"
              name={groupName}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              aria-label={option.label}
              className="peer absolute inset-0 size-full appearance-none outline-none"
            />
            <span className="pointer-events-none block w-full">{option.picture}</span>
            <span className="pointer-events-none absolute end-1 top-1 hidden size-5 place-items-center rounded-full bg-ink text-surface-raised peer-checked:grid">
              <Check strokeWidth={3.5} className="size-3.5" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
