import type { scanErrors } from '#schemas/api/scan-calls.ts';
import type { Configuration } from '#schemas/configuration.ts';
import {
  allowedTypes,
  requiresProductSurvey,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';
import type { ProductFlag, ScanSave } from '#schemas/scan.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import { parseSurveyResponse, validateResponse, type SurveyResponse } from '#schemas/survey.ts';
import type { TierBrackets } from '../tiers/load-brackets.ts';
import { parseLot } from './enumerated-lots.ts';

/** Rules for the person who saves the scans: their role and their region's settings. */
export interface ScanRules {
  readonly configuration: Configuration;
  readonly categories: readonly TierProductCategory[];
  readonly tiers: TierBrackets;
  readonly role: RoleId;
}

/** Server data about everything the scans refer to. */
export interface ScanContext {
  /** Registered products by code. */
  readonly registry: ReadonlyMap<string, RegisteredProduct>;
  /** Id of the scan that holds each serial number, in any company. */
  readonly countedBy: ReadonlyMap<string, string>;
  /** The company's projects: open ones accept products, and products of lost ones can be moved. */
  readonly projects: ReadonlyMap<string, ProjectState>;
  /** The company's uploaded photos. */
  readonly photos: ReadonlySet<string>;
  /** Lots that the company has enumerated; scans of them need review (`held-lots.ts`). */
  readonly heldLots: ReadonlySet<string>;
  /** The company's products this year, by tier. */
  readonly tierCounts: ReadonlyMap<TierCategory, number>;
}

/** State of one of the company's projects. */
interface ProjectState {
  /** Products may be added and changed. */
  readonly isOpen: boolean;
  /** Its products may be moved to other projects. */
  readonly isGivenUp: boolean;
  /** In review or closed. */
  readonly isSubmitted?: boolean;
}

export interface RegisteredProduct {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

export type ScanErrorCode = (typeof scanErrors)[number];

type ScanValidation =
  | {
      readonly kind: 'accepted';
      readonly flag: ProductFlag;
      readonly points: number;
      /** Answers reduced to the fields of a response. */
      readonly survey: string | null;
    }
  | { readonly kind: 'rejected'; readonly code: ScanErrorCode; readonly field: string };

/**
 * Validates a scan and determines its flag and points (docs/behaviour/scanning.md). Pure. Reports
 * the first problem in this order: product, project, photo, survey.
 */
export function validateScan(
  save: ScanSave,
  rules: ScanRules,
  context: ScanContext,
): ScanValidation {
  const problem =
    findProductProblem(save, rules, context) ??
    findProjectProblem(save, context) ??
    findPhotoProblem(save, rules, context);
  if (problem) return problem;

  const survey = readSurvey(save.survey);
  if (survey === 'unreadable' || isSurveyIncomplete(save.type, survey, rules)) {
    return rejection('survey_incomplete', 'survey');
  }
  return {
    kind: 'accepted',
    flag: needsReview(save, context) ? 'in_review' : 'valid',
    points: getProductPoints(rules.configuration, save.type),
    survey: survey === null ? null : JSON.stringify(survey),
  };
}

/** True for scans with a photo and for products of an enumerated lot. */
function needsReview({ serial_number, image_data }: ScanSave, { heldLots }: ScanContext): boolean {
  if (serial_number === null || image_data !== null) return true;
  return heldLots.has(parseLot(serial_number).lot);
}

function findProductProblem(
  save: ScanSave,
  rules: ScanRules,
  context: ScanContext,
): ScanValidation | null {
  const serial = save.serial_number;
  // A unique product needs a serial number; a generic one must have none.
  if ((serial !== null) !== save.is_unique) return rejection('not_a_product', 'is_unique');
  const problem = serial === null ? null : findSerialProblem(save, serial, context);
  if (problem) return problem;
  return allowedTypes(rules.categories, rules.role).has(save.type)
    ? null
    : rejection('type_not_allowed', 'type');
}

function findSerialProblem(
  save: ScanSave,
  serial: string,
  context: ScanContext,
): ScanValidation | null {
  const registered = context.registry.get(serial);
  if (!registered) return rejection('unknown_serial', 'serial_number');
  const holder = context.countedBy.get(serial);
  if (holder !== undefined && holder !== save.uuid) {
    return rejection('already_scanned', 'serial_number');
  }
  return isSameProduct(registered, save) ? null : rejection('serial_mismatch', 'serial_number');
}

function findProjectProblem(save: ScanSave, context: ScanContext): ScanValidation | null {
  const project = context.projects.get(save.projects_id);
  if (!project) return rejection('project_not_found', 'projects_id');
  return project.isOpen ? null : rejection('project_not_open', 'projects_id');
}

function findPhotoProblem(
  save: ScanSave,
  rules: ScanRules,
  context: ScanContext,
): ScanValidation | null {
  if (save.image_data !== null) {
    return context.photos.has(save.image_data) ? null : rejection('photo_not_found', 'image_data');
  }
  const needsPhoto =
    save.serial_number === null ||
    requiresTagPhoto(save.serial_number, save.variant, rules.configuration.requires_tag_photo);
  return needsPhoto ? rejection('photo_needed', 'image_data') : null;
}

function readSurvey(text: string | null): SurveyResponse | null | 'unreadable' {
  return text === null ? null : (parseSurveyResponse(text) ?? 'unreadable');
}

function isSurveyIncomplete(
  type: string,
  survey: SurveyResponse | null,
  rules: ScanRules,
): boolean {
  const questions = rules.configuration.product_survey;
  if (questions.length === 0 || !requiresProductSurvey(rules.categories, type)) return false;
  return survey === null || validateResponse(questions, survey) !== null;
}

/** True if both describe the same product. Types and sizes are compared as printed on labels. */
export function isSameProduct(a: RegisteredProduct, b: RegisteredProduct): boolean {
  return a.type === b.type && a.size === b.size && a.variant === b.variant;
}

function getProductPoints(configuration: Configuration, type: string): number {
  // Guards against types named like properties of Object.prototype.
  return Object.hasOwn(configuration.product_points, type)
    ? (configuration.product_points[type] ?? 0)
    : 0;
}

function rejection(code: ScanErrorCode, field: string): ScanValidation {
  return { kind: 'rejected', code, field };
}
