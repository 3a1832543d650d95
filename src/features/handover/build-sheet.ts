/** Builds the sheet that the homeowner sees, from the project's data on this device. */
import {
  type HandoverProduct,
  MAX_HANDOVER_PHOTOS,
  MAX_HANDOVER_PRODUCTS,
  sheetTexts,
  type ShownSheet,
} from '#schemas/handover.ts';
import { careTopicsOf, handoverTexts } from '#schemas/handover-texts.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';
import { productFamilyOf } from '#schemas/product-family.ts';
import { findTierCategory, type TierProductCategory } from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { CertificateCategory } from '#schemas/warranty-certificate.ts';

type ListedScan = Pick<
  ScanDocument,
  'uuid' | 'type' | 'size' | 'variant' | 'serial_number' | 'is_unique' | 'state' | 'flag' | 'time'
>;

interface SheetSources {
  readonly language: CatalogueLanguage;
  readonly company: string;
  readonly place: string;
  readonly day: string;
  /** Day of the current sheet, which the new one replaces. */
  readonly replacedSheetDay: string | null;
  readonly scans: readonly ListedScan[];
  /** Ids of the project's photos, in the order shown. */
  readonly photos: readonly string[];
  /** Ids of the photos to show; null to show all, up to the limit. */
  readonly chosenPhotos: readonly string[] | null;
  readonly types: readonly TierProductCategory[];
  /** Warranty periods of the country; empty without the warranty feature. */
  readonly catalogue: readonly Pick<CertificateCategory, 'tier_categories' | 'longevity'>[];
}

export function buildSheet(sources: SheetSources): ShownSheet {
  const { language, company, place, day, replacedSheetDay, photos, chosenPhotos } = sources;
  const scans = installedScans(sources.scans);
  const families = scans.map((scan) => familyOf(scan, sources));
  return {
    language,
    company: company.slice(0, 200),
    place: place.slice(0, 400),
    day,
    replaces: replacedSheetDay,
    products: groupScans(scans)
      .map((group) => toProduct(group, sources))
      .slice(0, MAX_HANDOVER_PRODUCTS),
    photos: photos
      .filter((id) => chosenPhotos === null || chosenPhotos.includes(id))
      .slice(0, MAX_HANDOVER_PHOTOS),
    ...sheetTexts(language, careTopicsOf(families)),
  };
}

/** Installed products in the order scanned, without rejected ones. */
function installedScans(scans: readonly ListedScan[]): ListedScan[] {
  return scans
    .filter(({ state, flag }) => (state === 'sent' || state === 'waiting') && flag !== 'rejected')
    .toSorted((a, b) => a.time - b.time);
}

/** Identical products without serial numbers share a line. */
function groupScans(scans: readonly ListedScan[]): ListedScan[][] {
  const groups = Map.groupBy(scans, (scan) =>
    scan.is_unique && scan.serial_number !== null ? scan.uuid : codeOf(scan),
  );
  return [...groups.values()];
}

function toProduct(
  scans: readonly ListedScan[],
  sources: Pick<SheetSources, 'language' | 'types' | 'catalogue'>,
): HandoverProduct {
  const [firstScan] = scans;
  if (firstScan === undefined) throw new Error('A group has at least one scan.');
  const category = findTierCategory(sources.types, firstScan.type);
  const years = sources.catalogue.find(
    ({ tier_categories }) => category !== undefined && tier_categories.includes(category),
  )?.longevity;
  return {
    name: handoverTexts(sources.language)[`family.${familyOf(firstScan, sources)}`],
    code: codeOf(firstScan),
    serial: firstScan.is_unique ? firstScan.serial_number : null,
    count: scans.length,
    scans: scans.map(({ uuid }) => uuid),
    warranty_years: years ?? null,
  };
}

function familyOf({ type }: ListedScan, { types }: Pick<SheetSources, 'types'>) {
  return productFamilyOf(type, findTierCategory(types, type));
}

function codeOf({ type, size, variant }: ListedScan): string {
  return `${type} ${size} ${variant}`;
}
