/** Requirements for saving a product (spec 1 §5, §6). */
import { useMemo } from 'react';
import * as v from 'valibot';
import { BUILT_IN_SIZES, type LabelRules } from '#schemas/label.ts';
import type { Configuration } from '#schemas/configuration.ts';
import {
  allowedTypes,
  requiresProductSurvey,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { RoleId } from '#schemas/roles.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import {
  validateResponse,
  surveyResponse,
  type SurveyQuestion,
  type SurveyResponse,
} from '#schemas/survey.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Validation rules for this user and region. */
export interface ProductRules extends LabelRules {
  readonly configuration: Configuration;
  readonly categories: readonly TierProductCategory[];
  /** Options in manual entry. */
  readonly types: readonly string[];
  readonly sizes: readonly string[];
  readonly variants: readonly string[];
}

export function productRules(
  person: { readonly role: RoleId; readonly region: RegionCode },
  configuration: Configuration,
  categories: readonly TierProductCategory[],
): ProductRules {
  const types = allowedTypes(categories, person.role);
  return {
    manufacturerDomain: configuration.manufacturer_domain,
    allowedTypes: types,
    isGenericRegion: configuration.generic_regions.includes(person.region),
    configuration,
    categories,
    types: [...types].toSorted(),
    sizes: [...new Set<string>([...BUILT_IN_SIZES, ...configuration.sizes])],
    variants: configuration.variants,
  };
}

/** Returns the requirement flags of a new scan. */
export function requirementFlags(
  product: { readonly type: string; readonly variant: string; readonly code: string },
  rules: Pick<ProductRules, 'configuration' | 'categories'>,
): { requiresTagPhoto: boolean; requiresSurvey: boolean } {
  const { product_survey, requires_tag_photo } = rules.configuration;
  return {
    requiresTagPhoto: requiresTagPhoto(product.code, product.variant, requires_tag_photo),
    requiresSurvey:
      product_survey.length > 0 && requiresProductSurvey(rules.categories, product.type),
  };
}

/**
 * Reason why a captured scan can't be saved yet.
 * - `invalid`: the registry rejected the scan.
 * - `details`: the user must check the type, size or variant.
 * - `photo`: the product has no serial number, so it needs a photo.
 * - `tag_photo`: the product has a serial number, but its data plate must be photographed.
 * - `survey`: the product question must be answered.
 */
export type Requirement = 'invalid' | 'details' | 'photo' | 'tag_photo' | 'survey';

type ScanFacts = Pick<
  ScanDocument,
  | 'confirmed'
  | 'isValid'
  | 'is_unique'
  | 'requiresTagPhoto'
  | 'requiresSurvey'
  | 'imageIdxDB'
  | 'image_data'
  | 'survey'
>;

export function unmetRequirements(
  scan: ScanFacts,
  questions: readonly SurveyQuestion[],
): Requirement[] {
  const missingRequirements: Requirement[] = [];
  const hasPhoto = scan.imageIdxDB !== null || scan.image_data !== null;
  if (scan.isValid === false) missingRequirements.push('invalid');
  else if (!scan.confirmed) missingRequirements.push('details');
  if (!scan.is_unique && !hasPhoto) missingRequirements.push('photo');
  else if (scan.requiresTagPhoto && !hasPhoto) missingRequirements.push('tag_photo');
  if (scan.requiresSurvey && validateResponse(questions, surveyAnswers(scan)) !== null) {
    missingRequirements.push('survey');
  }
  return missingRequirements;
}

/** Parses a scan's survey answers; empty if there are none or they are malformed. */
export function surveyAnswers(scan: { readonly survey: string | null }): SurveyResponse {
  if (scan.survey === null) return [];
  try {
    const parsed = v.safeParse(surveyResponse, JSON.parse(scan.survey));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

/** Returns the reason why a scan is invalid. Scans validated by an older build default to an unknown serial number. */
export function invalidReason({ refusal }: Pick<ScanDocument, 'refusal'>): {
  readonly code: string;
} {
  return refusal ?? { code: 'unknown_serial' };
}

/** Returns this user's validation rules; undefined until they have been downloaded. */
export function useProductRules(): ProductRules | undefined {
  const identity = useIdentity();
  const configuration = useSingleton('configuration');
  const categories = useSingleton('categories');
  const role = identity?.role;
  const region = identity?.region;
  return useMemo(() => {
    if (!role || !region || !configuration || !categories) return undefined;
    return productRules({ role, region }, configuration, categories);
  }, [role, region, configuration, categories]);
}
