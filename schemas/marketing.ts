import * as v from 'valibot';
import { regionalSite } from './regional-site.ts';
import {
  materialFields,
  type MaterialText,
  materialTexts,
  textLimits,
} from './marketing-fields.ts';
import { preprintedRegionOf } from './marketing-languages.ts';
import type { MarketingMaterial } from './marketing-material.ts';
import { coverCount, serviceIcons } from './marketing-pictures.ts';
import type { CustomInput } from './order.ts';
import type { RegionCode } from './regions.ts';
import { emailAddress } from './email.ts';
import { isPrintable } from './printable.ts';
import { normaliseLine } from './normalise-text.ts';
import { normaliseLink } from './web-link.ts';
import { containsDialablePhone } from './find-phones.ts';

/** Exact number of services to list (spec 2 §5); 0 if the material has no list. */
export function requiredServices({ type, subtype }: MarketingMaterial): number {
  if (type === 'horizontal_card') return 4;
  if (type === 'vertical_card') return 5;
  return type === 'flyer' && subtype === 'services' ? 6 : 0;
}

/**
 * True if a phone number or an email address is required (spec 2 §5): on everything except flyers without
 * services.
 */
export function needsContact({ type, subtype }: MarketingMaterial): boolean {
  return type !== 'flyer' || subtype === 'services';
}

/** True if one of the descriptions is required (spec 2 §5). */
export function needsDescription({ type }: MarketingMaterial): boolean {
  return type === 'flyer';
}

/** Fixed link of a sticker, regardless of the stored one (spec 2 §5); null if the user chooses the link. */
export function fixedLink({ type }: MarketingMaterial, region: RegionCode): string | null {
  return type === 'sticker' ? `${regionalSite(region)}/` : null;
}

/**
 * Reasons why a material can't be printed.
 * - `needed`: a required text is missing. `empty`: an added text is blank.
 * - `contact_needed`, `description_needed`: one of two texts is required.
 * - `services_count`: wrong number of services, or a blank one.
 * - `too_long`, `no_phone`, `no_email`, `no_link`, `unprintable`: the text is invalid.
 * - `unknown_cover`, `unknown_icon`: the image doesn't exist.
 * - `language_needed`: no language was chosen, and the region has no preprinted material to default to.
 * - `not_applicable`: the material doesn't have this field.
 */
export type MaterialProblemCode =
  | 'needed'
  | 'empty'
  | 'contact_needed'
  | 'description_needed'
  | 'services_count'
  | 'language_needed'
  | 'too_long'
  | 'no_phone'
  | 'no_email'
  | 'no_link'
  | 'unprintable'
  | 'unknown_cover'
  | 'unknown_icon'
  | 'not_applicable';

export interface MaterialProblem {
  readonly code: MaterialProblemCode;
  /** The affected field. If a pair of fields is affected, the first of the two. */
  readonly field: keyof CustomInput;
}

const incomplete: ReadonlySet<MaterialProblemCode> = new Set([
  'needed',
  'empty',
  'contact_needed',
  'description_needed',
  'services_count',
  'language_needed',
]);

/** True if something is missing; false if something is invalid. */
export function isIncomplete({ code }: MaterialProblem): boolean {
  return incomplete.has(code);
}

/** The ordering company; its region determines the defaults. */
interface OrderingCompany {
  readonly region: RegionCode;
}

/**
 * Validates a material's data (spec 2 §5), on the device and on the server.
 * @returns the problems in form order; empty if the material can be printed
 */
export function findMaterialProblems(
  material: MarketingMaterial,
  input: CustomInput,
  { region }: OrderingCompany,
): MaterialProblem[] {
  return [
    ...identityProblems(material, input),
    ...textProblems(material, input),
    ...pairProblems(material, input),
    ...servicesProblems(material, input),
    ...coverProblems(material, input),
    ...(input.language === undefined && preprintedRegionOf(region) === null
      ? [{ code: 'language_needed', field: 'language' } as const]
      : []),
  ];
}

/** Fills in the fields implied by the material, the region and the logo (spec 2 §4, §5). Idempotent. */
export function withDerivedFields(
  material: MarketingMaterial,
  input: CustomInput,
  { region }: OrderingCompany,
): CustomInput {
  const { type, subtype } = material;
  const link = fixedLink(material, region);
  const language = input.language ?? preprintedRegionOf(region);
  return {
    ...input,
    type,
    ...(subtype !== null && { subtype }),
    ...(link !== null && { link }),
    ...(coverCount(type, subtype) > 0 && { coverImage: input.coverImage ?? 0 }),
    ...(language !== null && { language }),
    brandLogo: input.logo === undefined ? 'recommended' : 'default',
  };
}

function identityProblems(material: MarketingMaterial, input: CustomInput): MaterialProblem[] {
  const isDifferent = (value: string | undefined, expected: string | null) =>
    value !== undefined && value !== expected;
  const fields = [
    ...(isDifferent(input.type, material.type) ? ['type' as const] : []),
    ...(isDifferent(input.subtype, material.subtype) ? ['subtype' as const] : []),
    ...(input.note === undefined ? [] : ['note' as const]),
  ];
  return fields.map((field) => ({ code: 'not_applicable', field }));
}

function textProblems(material: MarketingMaterial, input: CustomInput): MaterialProblem[] {
  const groups = new Map(materialFields(material.type).map(({ name, group }) => [name, group]));
  return materialTexts.flatMap((field): MaterialProblem[] => {
    const text = input[field];
    const group = groups.get(field);
    if (group === undefined) {
      // A sticker's stored link is ignored.
      const isFixed = material.type === 'sticker' && field === 'link';
      return text === undefined || isFixed ? [] : [{ code: 'not_applicable', field }];
    }
    if (group === 'required' && isBlank(text)) return [{ code: 'needed', field }];
    if (text === undefined) return [];
    const code = isBlank(text) ? 'empty' : contentProblem(field, normaliseLine(text));
    return code === null ? [] : [{ code, field }];
  });
}

function contentProblem(field: MaterialText, text: string): MaterialProblemCode | null {
  if (text.length > textLimits[field]) return 'too_long';
  if (!isPrintable(text)) return 'unprintable';
  // The phone number is printed as entered, notes included, and may be from any country.
  if (field === 'phone' && !containsDialablePhone(text)) return 'no_phone';
  if (field === 'email' && !v.is(emailAddress, text)) return 'no_email';
  return field === 'link' && !isWebAddress(text) ? 'no_link' : null;
}

/** True if a phone can open the link when the QR code is scanned. */
export function isWebAddress(input: string): boolean {
  const text = normaliseLink(input);
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

function pairProblems(material: MarketingMaterial, input: CustomInput): MaterialProblem[] {
  const { phone, email, shortDescription, longDescription } = input;
  const areBothBlank = (first: string | undefined, second: string | undefined) =>
    isBlank(first) && isBlank(second);
  return [
    ...(needsContact(material) && areBothBlank(phone, email)
      ? [{ code: 'contact_needed', field: 'phone' } as const]
      : []),
    ...(needsDescription(material) && areBothBlank(shortDescription, longDescription)
      ? [{ code: 'description_needed', field: 'shortDescription' } as const]
      : []),
  ];
}

function servicesProblems(material: MarketingMaterial, input: CustomInput): MaterialProblem[] {
  const count = requiredServices(material);
  const { services } = input;
  const field = 'services';
  if (count === 0) return services === undefined ? [] : [{ code: 'not_applicable', field }];
  const isComplete = services?.length === count && services.every(({ text }) => !isBlank(text));
  if (!isComplete) return [{ code: 'services_count', field }];
  if (!services.every(({ text }) => isPrintable(normaliseLine(text)))) {
    return [{ code: 'unprintable', field }];
  }
  const areKnown = services.every(({ icon }) =>
    serviceIcons.some((knownIcon) => knownIcon === icon),
  );
  return areKnown ? [] : [{ code: 'unknown_icon', field }];
}

function coverProblems(
  { type, subtype }: MarketingMaterial,
  { coverImage }: CustomInput,
): MaterialProblem[] {
  const count = coverCount(type, subtype);
  if (coverImage === undefined || coverImage < count) return [];
  return [{ code: count === 0 ? 'not_applicable' : 'unknown_cover', field: 'coverImage' }];
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || normaliseLine(text) === '';
}
