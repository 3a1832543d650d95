import type { MarketingType } from './marketing-pictures.ts';

/** Names of the printable texts in an order's data (spec 2 §2), in the order of the form. */
export const materialTexts = [
  'companyName',
  'name',
  'surname',
  'phone',
  'email',
  'shortDescription',
  'longDescription',
  'link',
  'addressLine1',
  'addressLine2',
  'addressLine3',
] as const;
export type MaterialText = (typeof materialTexts)[number];

/** Maximum length of each text, in characters (spec 2 §5 for the descriptions). */
export const textLimits: Readonly<Record<MaterialText, number>> = {
  name: 80,
  surname: 80,
  companyName: 160,
  addressLine1: 160,
  addressLine2: 160,
  addressLine3: 160,
  link: 300,
  phone: 30,
  email: 254,
  shortDescription: 80,
  longDescription: 100,
};
/** Maximum length of a service's name, in characters. */
export const MAX_SERVICE_TEXT = 60;
/** Maximum number of services on any material (spec 2 §5). */
export const MAX_SERVICES = 6;

/** A text is either required or optional (spec 2 §2). */
type FieldGroup = 'required' | 'optional';

/** A text printed on a material. The app supplies its label. */
export interface MaterialField {
  readonly name: MaterialText;
  readonly group: FieldGroup;
}

const contact = ['phone', 'email'] as const;
const address = ['addressLine1', 'addressLine2', 'addressLine3'] as const;
const descriptions = ['shortDescription', 'longDescription'] as const;

interface Texts {
  readonly required: readonly MaterialText[];
  readonly optional: readonly MaterialText[];
}

const cardTexts: Texts = {
  required: ['companyName', 'name', 'surname'],
  optional: [...contact, 'link', ...address],
};
const largeFormatTexts: Texts = {
  required: ['companyName'],
  optional: [...contact, ...descriptions, 'link', ...address],
};

/** Texts per material type. A sticker's link is fixed (spec 2 §5). */
const texts: Readonly<Record<MarketingType, Texts>> = {
  banner: largeFormatTexts,
  billboard: largeFormatTexts,
  flyer: largeFormatTexts,
  horizontal_card: cardTexts,
  vertical_card: cardTexts,
  sticker: { required: ['companyName'], optional: [...contact] },
};

/** Texts of a type in form order, the required ones first. */
export function materialFields(type: MarketingType): readonly MaterialField[] {
  const { required, optional } = texts[type];
  return [
    ...required.map((name) => ({ name, group: 'required' }) as const),
    ...materialTexts
      .filter((name) => optional.includes(name))
      .map((name) => ({ name, group: 'optional' }) as const),
  ];
}
