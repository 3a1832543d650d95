import { calls } from '#schemas/api/calls.ts';
import type { TierCategory } from '#schemas/product-type.ts';
import { brand } from '#brand';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { type DemoSerial, freeDemoSerials, usedDemoSerials } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';

/** Content of a product label's QR code. */
export function labelText({ type, size, variant, code }: DemoSerial): string {
  return `https://q.${brand.domain}/${type}_${size}_${variant}_${code.replace('-', '_')}`;
}

/** Types of roof windows. Owners may scan them, and are asked no product question. */
const plainTypes = activeTypes(1, 3);
const flatRoofTypes = activeTypes(6);

function activeTypes(...categories: TierCategory[]): ReadonlySet<string> {
  const active = demoProductTypes.filter(({ status }) => status === 'active');
  return new Set(
    active.filter((type) => categories.includes(type.tier_category)).map(({ type }) => type),
  );
}

/** Products that demo owners may scan without further questions; the same in every run. */
export function plainSerials(count: number, from = 0): DemoSerial[] {
  return freeDemoSerials()
    .filter(({ type, code }) => plainTypes.has(type) && !code.startsWith('19C'))
    .slice(from, from + count);
}

/** Flat-roof windows that demo owners may scan without further questions; the same in every run. */
export function flatRoofSerials(count: number): DemoSerial[] {
  return freeDemoSerials()
    .filter(({ type, code }) => flatRoofTypes.has(type) && !code.startsWith('19C'))
    .slice(0, count);
}

/** A product already counted for another company, so no other company can claim it. */
export async function productScannedBy(owner: Transport): Promise<DemoSerial> {
  const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
  const codes = new Set(data.map((scan) => scan.serial_number));
  const usedSerial = usedDemoSerials().find(
    ({ code, type }) => codes.has(code) && plainTypes.has(type),
  );
  if (!usedSerial) throw new Error('The company has no roof window.');
  return usedSerial;
}
