import type { ScanErrorCode, ScanEdit, ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { Configuration } from '#schemas/configuration.ts';
import {
  allowedTypes,
  requiresProductSurvey,
  type TierCategory,
  type TierProductCategory,
  findTierCategory,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';
import type { ProductFlag, ScanSave, ScanRemoval } from '#schemas/scan.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import { parseSurveyResponse, validateResponse, type SurveyResponse } from '#schemas/survey.ts';
import type { TierBrackets } from '../tiers/load-brackets.ts';
import { parseLot } from './enumerated-lots.ts';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import { apiError } from '../http/failure.ts';
import { decideCampaign, type Receipt } from './decide-campaign.ts';
import { createLevelFinder, type LevelHistory } from '../tiers/level-history.ts';
import { createTierTally } from '../tiers/tier-tally.ts';
import { findNewPhotoProblem } from './validate-new-photo.ts';
import { holdsSerial, scanFromState, type ScanState } from './scan-row.ts';

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
  /** Maps each serial number to the scan that holds it, in any company. */
  readonly serialHolders: ReadonlyMap<string, string>;
  /** The company's projects. Open projects accept products, and products of abandoned projects can be moved. */
  readonly projects: ReadonlyMap<string, ProjectState>;
  /** The company's uploaded photos. */
  readonly photos: ReadonlySet<string>;
  /** Lots that the company has enumerated; their scans need review (`held-lots.ts`). */
  readonly heldLots: ReadonlySet<string>;
  /** Number of the company's products this year, by tier. */
  readonly tierCounts: ReadonlyMap<TierCategory, number>;
}

/** State of one of the company's projects. */
interface ProjectState {
  /** True if products may be added and changed. */
  readonly isOpen: boolean;
  /** True if its products may be moved to other projects. */
  readonly isAbandoned: boolean;
  /** True if it is in review or closed. */
  readonly isSubmitted?: boolean;
}

export interface RegisteredProduct {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
}

/** The database state relevant to a batch. */
export interface BatchState extends Receipt {
  readonly companyId: string;
  /** Scans of any company, because an id belongs to the company that used it first. */
  readonly scans: ReadonlyMap<string, ScanState>;
  /** Ids that were removed before they were ever saved. */
  readonly tombstones: ReadonlySet<string>;
  /** Null if no campaign depends on the company's level. */
  readonly levels: LevelHistory | null;
  readonly context: ScanContext;
}

/** Changes to store, and the verdicts that apply once all changes are stored. */
export interface BatchResult {
  /** Verdicts in the order of the edits. */
  readonly verdicts: ScanVerdict[];
  /** New or changed scans, in their final state after the batch. */
  readonly changedScans: ReadonlyMap<string, ScanState>;
  /** Removals of scans that the server never had. */
  readonly tombstones: ReadonlyMap<string, ScanRemoval>;
}

/**
 * Applies a batch in order, as if each edit arrived separately. So the first of two conflicting edits wins.
 * Repeating an edit (same uuid and op_id) returns its original verdict (F01).
 */
export function applyEdits(
  edits: readonly ScanEdit[],
  state: BatchState,
  rules: ScanRules,
): BatchResult {
  const scans = new Map(state.scans);
  const serialHolders = new Map(state.context.serialHolders);
  const tombstoneIds = new Set(state.tombstones);
  const context = { ...state.context, serialHolders };
  const changedScans = new Map<string, ScanState>();
  const tombstones = new Map<string, ScanRemoval>();
  const tally = createTierTally(state.context.tierCounts, rules, state.now);
  const levels = createLevelFinder(state.levels, rules.categories);

  const store = (newState: ScanState): void => {
    const oldState = scans.get(newState.uuid);
    if (oldState && holdsSerial(oldState)) serialHolders.delete(oldState.serial_number);
    if (holdsSerial(newState)) serialHolders.set(newState.serial_number, newState.uuid);
    tally.count(oldState, newState);
    levels.add(newState);
    scans.set(newState.uuid, newState);
    changedScans.set(newState.uuid, newState);
  };
  const addTombstone = (removal: ScanRemoval): void => {
    tombstoneIds.add(removal.uuid);
    tombstones.set(removal.uuid, removal);
  };

  const verdicts = edits.map((edit): ScanVerdict => {
    const storedScan = scans.get(edit.uuid);
    if (storedScan && storedScan.company_id !== state.companyId) return rejection(edit, 'conflict');
    if (edit.deleted) return applyRemoval(edit, storedScan);
    if (tombstoneIds.has(edit.uuid)) return rejection(edit, 'conflict');
    return applySave(edit, storedScan);
  });
  return { verdicts, changedScans, tombstones };

  function applyRemoval(edit: ScanRemoval, storedScan: ScanState | undefined): ScanVerdict {
    if (!storedScan) {
      if (!tombstoneIds.has(edit.uuid)) addTombstone(edit);
      return { uuid: edit.uuid, op_id: edit.op_id, status: 200, scan: null, error: null };
    }
    if (storedScan.deleted) return success(edit, storedScan, 200);
    if (!canChange(storedScan, context)) return rejection(edit, 'project_not_open', storedScan);
    const removedScan = { ...storedScan, op_id: edit.op_id, deleted: true, updated_at: state.now };
    store(removedScan);
    return success(edit, removedScan, 200);
  }

  function applySave(edit: ScanSave, storedScan: ScanState | undefined): ScanVerdict {
    if (storedScan && storedScan.op_id === edit.op_id && !storedScan.deleted)
      return success(edit, storedScan, 200);
    if (storedScan && (storedScan.deleted || storedScan.op_id !== edit.base_op_id)) {
      return rejection(edit, 'conflict', storedScan);
    }
    if (storedScan && !canChange(storedScan, context)) return applyNewPhoto(edit, storedScan);

    const validation = validateScan(edit, rules, context);
    if (validation.kind === 'rejected') {
      return rejection(edit, validation.code, storedScan, validation.field);
    }
    const { base_op_id: _base, ...fields } = edit;
    const { type } = edit;
    const tierPoints = tally.getPoints(type, storedScan);
    const points = validation.points + tierPoints;
    const product = {
      ...{ type, points, serial: edit.serial_number },
      category: findTierCategory(rules.categories, type),
      levelAt: (time: number) => levels.levelAt(edit, time, storedScan),
    };
    const decision = decideCampaign(product, edit.time, storedScan, rules.configuration, state);
    const newState: ScanState = {
      ...fields,
      company_id: state.companyId,
      survey: validation.survey,
      flag: validation.flag,
      rejection: null,
      ...decision,
      points: points + (decision.campaign?.points ?? 0),
      tier_points: tierPoints,
      created_at: storedScan?.created_at ?? state.now,
      updated_at: state.now,
    };
    store(newState);
    return success(edit, newState, storedScan ? 200 : 201);
  }

  function applyNewPhoto(edit: ScanSave, storedScan: ScanState): ScanVerdict {
    const problem = findNewPhotoProblem(edit, storedScan, {
      isSubmitted: context.projects.get(storedScan.projects_id)?.isSubmitted ?? false,
      serialHolders,
      photos: context.photos,
      now: state.now,
    });
    if (problem) return rejection(edit, problem.code, storedScan, problem.field);
    const newState = withNewPhoto(edit, storedScan, state.now);
    store(newState);
    return success(edit, newState, 200);
  }
}

/** Returns the scan with a new photo, which a reviewer must check. */
function withNewPhoto(
  { op_id, image_data, photo_of = null }: ScanSave,
  storedScan: ScanState,
  now: string,
): ScanState {
  const photo = { op_id, image_data, photo_of };
  return { ...storedScan, ...photo, flag: 'in_review', rejection: null, updated_at: now };
}

/** True if a scan may be changed, removed or moved, because its project is open or was abandoned. */
function canChange({ projects_id }: ScanState, { projects }: ScanContext): boolean {
  const project = projects.get(projects_id);
  return project !== undefined && (project.isOpen || project.isAbandoned);
}

function success(edit: ScanEdit, scan: ScanState, status: 200 | 201): ScanVerdict {
  return { uuid: edit.uuid, op_id: edit.op_id, status, scan: scanFromState(scan), error: null };
}

/** Verdict for a rejected edit, with the company's stored scan if there is one. */
export function rejection(
  edit: Pick<ScanEdit, 'uuid' | 'op_id'>,
  code: ScanErrorCode,
  storedScan?: ScanState,
  field?: string,
): ScanVerdict {
  return {
    uuid: edit.uuid,
    op_id: edit.op_id,
    status: apiErrorStatus[code],
    scan: storedScan ? scanFromState(storedScan) : null,
    error: apiError(code, field),
  };
}

type ScanValidation =
  | {
      readonly kind: 'accepted';
      readonly flag: ProductFlag;
      readonly points: number;
      /** The answers, reduced to the fields of a response. */
      readonly survey: string | null;
    }
  | { readonly kind: 'rejected'; readonly code: ScanErrorCode; readonly field: string };

/**
 * Validates a scan and determines its flag and points (docs/behaviour/scanning.md). Reports
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
    return invalidScan('survey_incomplete', 'survey');
  }
  return {
    kind: 'accepted',
    flag: needsReview(save, context) ? 'in_review' : 'valid',
    points: getProductPoints(rules.configuration, save.type),
    survey: survey === null ? null : JSON.stringify(survey),
  };
}

/** True for scans with a photo or without a serial number, and for products of an enumerated lot. */
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
  if ((serial !== null) !== save.is_unique) return invalidScan('not_a_product', 'is_unique');
  const problem = serial === null ? null : findSerialProblem(save, serial, context);
  if (problem) return problem;
  return allowedTypes(rules.categories, rules.role).has(save.type)
    ? null
    : invalidScan('type_not_allowed', 'type');
}

function findSerialProblem(
  save: ScanSave,
  serial: string,
  context: ScanContext,
): ScanValidation | null {
  const registeredProduct = context.registry.get(serial);
  if (!registeredProduct) return invalidScan('unknown_serial', 'serial_number');
  const holder = context.serialHolders.get(serial);
  if (holder !== undefined && holder !== save.uuid) {
    return invalidScan('already_scanned', 'serial_number');
  }
  return isSameProduct(registeredProduct, save)
    ? null
    : invalidScan('serial_mismatch', 'serial_number');
}

function findProjectProblem(save: ScanSave, context: ScanContext): ScanValidation | null {
  const project = context.projects.get(save.projects_id);
  if (!project) return invalidScan('project_not_found', 'projects_id');
  return project.isOpen ? null : invalidScan('project_not_open', 'projects_id');
}

function findPhotoProblem(
  save: ScanSave,
  rules: ScanRules,
  context: ScanContext,
): ScanValidation | null {
  if (save.image_data !== null) {
    return context.photos.has(save.image_data)
      ? null
      : invalidScan('photo_not_found', 'image_data');
  }
  const needsPhoto =
    save.serial_number === null ||
    requiresTagPhoto(save.serial_number, save.variant, rules.configuration.requires_tag_photo);
  return needsPhoto ? invalidScan('photo_needed', 'image_data') : null;
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

function invalidScan(code: ScanErrorCode, field: string): ScanValidation {
  return { kind: 'rejected', code, field };
}
