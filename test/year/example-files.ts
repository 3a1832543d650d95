import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegionSettings } from '#server/configuration/write-settings.ts';
import type { SetupProduct } from '#server/setup/setup-schema.ts';
import type { TierProductCategory } from '#schemas/product-type.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { exampleFolder } from '#test/setup/example-country.ts';

// Safe: the tests of the setup validate the example's files.
const read = (name: string): unknown => JSON.parse(readFileSync(join(exampleFolder, name), 'utf8'));

/** Settings of the example country, which the operator types into the console. */
export const { settings: exampleSettings } = read('country.json') as {
  readonly settings: Pick<RegionSettings, 'configuration' | 'closing_survey'> & {
    readonly lead_survey: readonly SurveyQuestion[];
  };
};

/** Questions at registration of the example country. */
export const { registration_surveys: exampleQuestions } = read('registration-surveys.json') as {
  readonly registration_surveys: { readonly regular: readonly SurveyQuestion[] };
};

/** Product types of the example country. */
export const { product_types: exampleTypes } = read('products.json') as {
  readonly product_types: readonly TierProductCategory[];
};

/** Shop of the example country. */
export const { shop: exampleShop } = read('shop.json') as {
  readonly shop: {
    readonly categories: readonly { readonly key: string; readonly name: string }[];
    readonly products: readonly (Pick<
      SetupProduct,
      'sku' | 'name' | 'type' | 'category' | 'description'
    > &
      Partial<SetupProduct>)[];
  };
};
