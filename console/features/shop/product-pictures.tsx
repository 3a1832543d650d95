import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import * as v from 'valibot';
import { catalogueLanguages, regionLanguage } from '#schemas/languages.ts';
import { MAX_PRODUCT_PICTURES } from '#schemas/operator/picture-fields.ts';
import { operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { languageName } from '#console/parts/language-text.ts';
import {
  toChosenPictures,
  picturesText,
  picturesValue,
  parsePictures,
  toEditedPictures,
} from '#console/parts/pictures/edited-pictures.ts';
import { PicturesField } from '#console/parts/pictures/pictures-field.tsx';
import { RecordForm } from '#console/parts/record/record-form.tsx';
import type { ProductRecord } from './shop-texts.ts';

type PictureValues = { pictures: string };
const pictureSchema: v.GenericSchema<PictureValues> = v.object({ pictures: v.string() });

const toPicturesRecord = ({ rev, pictures }: ProductRecord) => ({
  rev,
  values: { pictures: picturesValue(toEditedPictures(pictures)) },
});

interface ProductPicturesProps {
  readonly product: ProductRecord;
  readonly canEdit: boolean;
}

/** Images of a product, with alt texts in the language of the product's country. */
export function ProductPictures({ product, canEdit }: ProductPicturesProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const params = { id: product.id };
  const { mutateAsync } = useOperatorAction(operatorShopCalls.editProduct, {
    refetches: ['listShopVariants', 'readProduct', 'listProductTimeline', 'listAudit'],
  });
  return (
    <RecordForm<PictureValues>
      label={t`Pictures`}
      subject="product"
      draftId={{ kind: 'product_pictures', record: product.id }}
      record={toPicturesRecord(product)}
      schema={pictureSchema}
      fieldNames={{ pictures: t`Pictures` }}
      valueText={(_field, value) => picturesText(String(value))}
      question={t`Change the pictures of ${product.name}?`}
      save={({ pictures = '' }, rev, why) =>
        mutateAsync({
          params,
          body: { pictures: toChosenPictures(parsePictures(pictures)), rev, why },
        })
      }
      refetch={async () => {
        const newestProduct = await callOperator(operatorShopCalls.readProduct, { params });
        client.setQueryData([operatorShopCalls.readProduct.id, { params }], newestProduct);
        return toPicturesRecord(newestProduct);
      }}
    >
      {(form) => <Pictures form={form} product={product} canEdit={canEdit} />}
    </RecordForm>
  );
}

interface PicturesProps extends ProductPicturesProps {
  readonly form: UseFormReturn<PictureValues, unknown, PictureValues>;
}

function Pictures({ form, product, canEdit }: PicturesProps) {
  const { t, i18n } = useLingui();
  const value = useWatch({ control: form.control, name: 'pictures' });
  const language = regionLanguage(regionCodeOf(product.region));
  const languages = catalogueLanguages
    .filter((code) => code === language)
    .map((code) => ({ code, name: languageName(code, i18n.locale) }));
  return (
    <PicturesField
      pictures={parsePictures(value)}
      onChange={(change) =>
        form.setValue(
          'pictures',
          picturesValue(change(parsePictures(form.getValues('pictures')))),
          {
            shouldDirty: true,
          },
        )
      }
      languages={languages}
      requiredLanguages={languages}
      max={MAX_PRODUCT_PICTURES}
      note={t`The first picture is in the shop’s list. Without pictures, installers see the picture of the category.`}
      upload={(picture) => callOperator(operatorShopCalls.uploadProductPicture, { body: picture })}
      canEdit={canEdit}
    />
  );
}
