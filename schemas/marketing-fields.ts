import type { MarketingType } from './marketing-pictures.ts';

/** The texts that may be printed (spec 2 §2), in the order they are asked for; by their names in an order's data. */
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

/** The longest of each, in characters (spec 2 §5 for the descriptions). */
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
/** The longest name of a service, in characters. */
export const MAX_SERVICE_TEXT = 60;
/** The most services that any material lists (spec 2 §5). */
export const MAX_SERVICES = 6;

/** Whether a text has to be there, or may be added (spec 2 §2). */
export type FieldGroup = 'required' | 'optional';

/** One text that a material can have printed. Its label is the app's. */
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

const ofCard: Texts = {
  required: ['companyName', 'name', 'surname'],
  optional: [...contact, 'link', ...address],
};
const ofLargePiece: Texts = {
  required: ['companyName'],
  optional: [...contact, ...descriptions, 'link', ...address],
};

/** What each type has room for. A sticker's link is not the person's to choose (spec 2 §5). */
const texts: Readonly<Record<MarketingType, Texts>> = {
  banner: ofLargePiece,
  billboard: ofLargePiece,
  flyer: ofLargePiece,
  horizontal_card: ofCard,
  vertical_card: ofCard,
  sticker: { required: ['companyName'], optional: [...contact] },
};

/** The texts that a type can have printed, the required ones first, each in the order they are asked for. */
export function materialFields(type: MarketingType): readonly MaterialField[] {
  const { required, optional } = texts[type];
  return [
    ...required.map((name) => ({ name, group: 'required' }) as const),
    ...materialTexts
      .filter((name) => optional.includes(name))
      .map((name) => ({ name, group: 'optional' }) as const),
  ];
}
