import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { MAX_BULK } from '#schemas/api/scan-calls.ts';
import { demoProductTypes } from '#server/demo/product-catalogue.ts';
import { type DemoSerial, freeDemoSerials } from '#server/demo/serials.ts';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import type { Transport } from '#sync/http/transport.ts';

/** Types on sale without a product question: most of the registry. */
const simpleTypes = new Set(
  demoProductTypes
    .filter(
      ({ status, tier_category }) => status !== 'retired' && ![2, 4, 5].includes(tier_category),
    )
    .map(({ type }) => type),
);

/** Products that an owner may save without further questions. */
export function simpleSerials(count: number): DemoSerial[] {
  const serials = freeDemoSerials()
    .filter(
      ({ type, code, variant }) =>
        simpleTypes.has(type) && !(code.startsWith('19C') && variant === '2070'),
    )
    .slice(0, count);
  if (serials.length < count)
    throw new Error(`The registry has only ${serials.length} such products.`);
  return serials;
}

/** Scan that the camera creates from a label. */
export function toCapturedScan({ type, size, variant, code }: DemoSerial): CapturedScan {
  return {
    type,
    size,
    variant,
    serial_number: code,
    is_unique: true,
    manual: false,
    confirmed: true,
  };
}

/** Creates projects and returns their ids. */
export async function makeProjects(owner: Transport, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = { streetName: `ul. Pomiarowa ${number}`, postalCode: '31-408', city: 'Kraków' };
    ids.push(
      (await owner.call(calls.createProject, { body }, { idempotencyKey: randomUUID() })).uuid,
    );
  }
  return ids;
}

/** Saves products on the server, spread over projects, as if from other phones. */
export async function saveOnServer(
  owner: Transport,
  serials: readonly DemoSerial[],
  projects: readonly string[],
): Promise<void> {
  const scans = serials.map(({ type, size, variant, code }, index) => ({
    uuid: randomUUID(),
    op_id: randomUUID(),
    base_op_id: null,
    deleted: false as const,
    type,
    size,
    variant,
    // The index is always in range.
    projects_id: projects[index % projects.length] ?? '',
    serial_number: code,
    is_unique: true,
    survey: null,
    image_data: null,
    manual: false,
    time: Date.now(),
  }));
  for (let from = 0; from < scans.length; from += MAX_BULK) {
    const body = { scans: scans.slice(from, from + MAX_BULK) };
    const { data } = await owner.call(calls.sendScans, { body });
    const rejected = data.find(({ error }) => error !== null);
    if (rejected) throw new Error(`A scan was rejected: ${rejected.error?.code ?? ''}`);
  }
}

/** Throttles the page's CPU. */
export async function throttleCpu(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

export function formatMs(value: number): string {
  return value < 20 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}
