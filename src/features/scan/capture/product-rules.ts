/** What a product must have before it can be saved (spec 1 §5, §6). */
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
  responseProblem,
  surveyResponse,
  type SurveyQuestion,
  type SurveyResponse,
} from '#schemas/survey.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Everything the scan screens judge products by, for one person in their region. */
export interface ProductRules extends LabelRules {
  readonly configuration: Configuration;
  readonly categories: readonly TierProductCategory[];
  /** What manual entry offers. */
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
    regionIsGeneric: configuration.generic_regions.includes(person.region),
    configuration,
    categories,
    types: [...types].toSorted(),
    sizes: [...new Set<string>([...BUILT_IN_SIZES, ...configuration.sizes])],
    variants: configuration.variants,
  };
}

/** The marks a scan gets when it is captured. */
export function requirementMarks(
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
 * What is still missing before a captured scan can be saved:
 * `invalid` the registry does not know it; `details` type, size or variant need checking;
 * `photo` a generic product without its picture; `tag_photo`; `survey` the product question.
 */
export type Requirement = 'invalid' | 'details' | 'photo' | 'tag_photo' | 'survey';

export type ScanFacts = Pick<
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

export function openRequirements(
  scan: ScanFacts,
  questions: readonly SurveyQuestion[],
): Requirement[] {
  const open: Requirement[] = [];
  const hasPhoto = scan.imageIdxDB !== null || scan.image_data !== null;
  if (scan.isValid === false) open.push('invalid');
  else if (!scan.confirmed) open.push('details');
  if (!scan.is_unique && !hasPhoto) open.push('photo');
  else if (scan.requiresTagPhoto && !hasPhoto) open.push('tag_photo');
  if (scan.requiresSurvey && responseProblem(questions, surveyAnswers(scan)) !== null) {
    open.push('survey');
  }
  return open;
}

/** The answers a scan carries; none where its text is not one. */
export function surveyAnswers(scan: { readonly survey: string | null }): SurveyResponse {
  if (scan.survey === null) return [];
  try {
    const parsed = v.safeParse(surveyResponse, JSON.parse(scan.survey));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

/** Why a scan is not valid; of one that was judged by an older build, that the registry does not know it. */
export function invalidReason({ refusal }: Pick<ScanDocument, 'refusal'>): {
  readonly code: string;
} {
  return refusal ?? { code: 'unknown_serial' };
}

/** What this person's products are judged by; undefined until this device has fetched it once. */
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
