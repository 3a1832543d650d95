import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { allowedTypes, requiresProductSurvey } from '#schemas/product-type.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { NEW_PHOTO_DAYS, type ProductRejection } from '#schemas/product-rejection.ts';
import { roles } from '#schemas/roles.ts';
import { type ProductFlag } from '#schemas/scan.ts';
import { requiresTagPhoto } from '#schemas/serial-number.ts';
import { type RegionSettings } from '../configuration/write-settings.ts';
import { type ScansTable } from '../scans/scan-tables.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { demoPhotoId, type WithoutRev } from './history-rows.ts';
import { demoProductTypes } from './product-catalogue.ts';
import { type ProjectPlan } from './project-plans.ts';
import { demoUuid } from './seeded-random.ts';
import { type DemoSerial, usedDemoSerials } from './serials.ts';

/** Returns the next unused serial number that meets the condition. */
export type SerialSource = (condition: (serial: DemoSerial) => boolean) => DemoSerial;

export function createSerialSource(): SerialSource {
  const remainingSerials = [...usedDemoSerials()];
  return (condition) => {
    const [serial] = remainingSerials.splice(remainingSerials.findIndex(condition), 1);
    if (!serial || !condition(serial)) throw new Error('The demo has no serial numbers left.');
    return serial;
  };
}

export interface DemoScanInput {
  readonly company: DemoCompanyKey;
  readonly projectUuid: string;
  readonly plan: ProjectPlan;
  /** Start of the project, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly settings: RegionSettings;
}

/** Builds a project's products, as scanned by a member of the company. */
export function buildDemoScans(
  input: DemoScanInput,
  nextSerial: SerialSource,
): WithoutRev<ScansTable>[] {
  const { company, plan, settings } = input;
  const role = demoCompanies[company].isDecor ? roles.decorOwner : roles.owner;
  const allowedTypeIds = allowedTypes(demoProductTypes, role);
  const rules = settings.configuration.requires_tag_photo;
  const isSuitable = ({ code, type, variant }: DemoSerial): boolean =>
    allowedTypeIds.has(type) && !requiresTagPhoto(code, variant, rules);
  return Array.from({ length: plan.products }, (_product, index) =>
    buildScan(input, nextSerial(isSuitable), index),
  );
}

function buildScan(
  { company, projectUuid, plan, startedAt, settings }: DemoScanInput,
  { code, type, size, variant }: DemoSerial,
  index: number,
): WithoutRev<ScansTable> {
  const time = startedAt + (90 + index * 4) * MINUTE_MS;
  const flag = getFlag(plan, index);
  const needsSurvey = requiresProductSurvey(demoProductTypes, type);
  return {
    uuid: demoUuid(`scan:${code}`),
    company_id: demoCompanies[company].id,
    op_id: demoUuid(`scan-edit:${code}`),
    created_at: new Date(time),
    updated_at: new Date(time),
    projects_id: projectUuid,
    type,
    size,
    variant,
    serial_number: code,
    is_unique: true,
    survey: needsSurvey
      ? JSON.stringify([{ question_id: 300, answer_id: 301, value: null }])
      : null,
    image_data: flag === 'valid' ? null : demoPhotoId(company),
    photo_of: flag === 'valid' ? null : 'label',
    manual: index % 5 === 4,
    time,
    flag,
    rejection: buildRejection(flag, plan, startedAt),
    points: settings.configuration.product_points[type] ?? 0,
  };
}

/** Returns a product's flag. Rejected products come first, and if the project is in review, so is its last product. */
function getFlag(plan: ProjectPlan, index: number): ProductFlag {
  if (index < (plan.rejected ?? 0)) return 'rejected';
  return plan.status === projectStatus.inReview && index === plan.products - 1
    ? 'in_review'
    : 'valid';
}

/**
 * Builds the reviewer's rejection of a rejected product, or of the photo of a product in review. It was decided one day
 * before the demo was loaded.
 */
function buildRejection(
  flag: ProductFlag,
  { age, needsPhoto = false }: ProjectPlan,
  startedAt: number,
): ProductRejection | null {
  if (flag === 'valid' || (flag === 'in_review' && !needsPhoto)) return null;
  const decidedAt = startedAt + (age - 1) * DAY_MS;
  return {
    code: flag === 'rejected' ? 'label_unreadable' : 'photo_mismatch',
    note: null,
    decided_at: new Date(decidedAt).toISOString(),
    new_photo_until: new Date(decidedAt + NEW_PHOTO_DAYS * DAY_MS).toISOString(),
  };
}
