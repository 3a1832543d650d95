/** Draft of one type of marketing material, as stored on the device (spec 2 §3, §4). */
import * as v from 'valibot';
import { MAX_QUANTITY } from '#schemas/cart.ts';
import type { InstallerUser } from '#schemas/installer.ts';
import { needsDescription, requiredServices } from '#schemas/marketing.ts';
import {
  materialFields,
  type MaterialText,
  materialTexts,
  MAX_SERVICES,
  MAX_SERVICE_TEXT,
} from '#schemas/marketing-fields.ts';
import { preprintedRegions, preprintedRegionOf } from '#schemas/marketing-languages.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import {
  coverCount,
  type FlyerSubtype,
  flyerSubtypes,
  type MarketingType,
  serviceIcons,
} from '#schemas/marketing-pictures.ts';
import { type CustomInput, orderFile } from '#schemas/order.ts';
import { text, wholeNumberBetween } from '#schemas/primitives.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { normaliseLink } from '#schemas/web-link.ts';
import { displayEmail } from '#schemas/display-email.ts';

const service = v.object({ text: text(MAX_SERVICE_TEXT), icon: v.picklist(serviceIcons) });
export type Service = v.InferOutput<typeof service>;

/** Field values as typed. An optional field that the user has added is included, even if it's empty. */
export const materialDraft = v.object({
  /** Topic of a flyer. */
  subtype: v.nullable(v.picklist(flyerSubtypes)),
  values: v.record(v.picklist(materialTexts), text(300)),
  services: v.pipe(v.array(service), v.maxLength(MAX_SERVICES)),
  coverImage: wholeNumberBetween(0, 20),
  /** Null until chosen, if the country has no default. */
  language: v.nullable(v.picklist(preprintedRegions)),
  logo: v.nullable(orderFile),
  quantity: wholeNumberBetween(1, MAX_QUANTITY),
});
export type MaterialDraft = v.InferOutput<typeof materialDraft>;

/** Source of the default name, company and country. */
interface ProfileSource {
  readonly self: InstallerUser | undefined;
  readonly region: RegionCode;
}

/** Creates a draft with defaults from the profile. */
export function newDraft(
  { type, subtype }: MarketingMaterial,
  { self, region }: ProfileSource,
): MaterialDraft {
  const company = self?.company;
  const profileTexts: Partial<Record<MaterialText, string | undefined>> = {
    companyName: company?.name,
    name: self?.name,
    surname: self?.surname,
    phone: self?.phone ?? undefined,
    email: self?.email ? displayEmail(self.email) : undefined,
  };
  const isInitiallyVisible = (name: MaterialText) =>
    profileTexts[name] !== undefined ||
    (name === 'shortDescription' && needsDescription({ type, subtype }));
  const values = materialFields(type)
    .filter(({ name, group }) => group === 'required' || isInitiallyVisible(name))
    .map(({ name }) => [name, profileTexts[name] ?? ''] as const);
  return {
    subtype,
    values: Object.fromEntries(values),
    services: [],
    coverImage: 0,
    language: preprintedRegionOf(region),
    logo: null,
    quantity: 1,
  };
}

/** Returns the material's fixed number of services, padded with empty ones. */
export function servicesOf(draft: MaterialDraft, material: MarketingMaterial): readonly Service[] {
  return Array.from({ length: requiredServices(material) }, (_, index) => {
    return draft.services[index] ?? { text: '', icon: serviceIcons[index] ?? serviceIcons[0] };
  });
}

/** Converts the draft to order data. Omits fields that this material doesn't have. */
export function toOrderInput(draft: MaterialDraft, material: MarketingMaterial): CustomInput {
  const { type, subtype } = material;
  const texts = materialFields(type).flatMap(({ name }) => {
    const value = draft.values[name];
    return value === undefined
      ? []
      : [[name, name === 'link' ? normaliseLink(value) : normaliseLine(value)] as const];
  });
  const services = servicesOf(draft, material);
  const totalCovers = coverCount(type, subtype);
  return {
    type,
    ...(subtype !== null && { subtype }),
    ...Object.fromEntries(texts),
    ...(services.length > 0 && { services: services.map(trimService) }),
    ...(totalCovers > 0 && { coverImage: Math.min(draft.coverImage, totalCovers - 1) }),
    ...(draft.language !== null && { language: draft.language }),
    ...(draft.logo !== null && { logo: draft.logo }),
  };
}

function trimService({ text: rawText, icon }: Service): Service {
  return { text: normaliseLine(rawText), icon };
}

/** Returns the flyer with the preferred topic if it's sold, else the type's first material. */
export function findMaterial(
  type: MarketingType,
  preferredSubtype: FlyerSubtype | null,
  materials: readonly MarketingMaterial[],
): MarketingMaterial | undefined {
  const variants = materials.filter((material) => material.type === type);
  return variants.find(({ subtype }) => subtype === preferredSubtype) ?? variants[0];
}
