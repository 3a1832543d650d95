import {
  type BatchConfirmation,
  type Confirmation,
  type ConfirmationRequest,
} from '#schemas/api/scan-calls.ts';
import { allowedTypes } from '#schemas/product-type.ts';
import { listProductTypes } from '../configuration/region-rules.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { recordLookups } from './code-lookups.ts';
import { isSameProduct, type RegisteredProduct } from './apply-edits.ts';
import { loadEarlierScans, filterHeldElsewhere, loadHeldSerials } from './serial-holders.ts';
import { loadRegistry } from './load-batch.ts';

/**
 * Looks up a code. Returns the product, whether it matches the caller's description, and whether it was already
 * scanned. If the caller's company scanned it, the result contains this earlier scan with its project.
 * Throws `product_not_found`, `type_not_allowed` for the person's role, and `too_many_requests`
 * above the daily limit.
 */
export async function confirmOne(
  request: ConfirmationRequest,
  actor: Actor,
  services: Services,
): Promise<Confirmation> {
  const { registry, countedSerials, allowed } = await loadLookup([request], actor, services);
  const product = registry.get(request.code);
  if (!product) throw new ApiFailure('product_not_found', { field: 'query.code' });
  if (!allowed.has(product.type)) throw new ApiFailure('type_not_allowed');
  const result = { ...product, status: matchStatus(request, product) };
  if (!countedSerials.has(request.code)) return result;
  const earlierScans = await loadEarlierScans(services.db, actor.companyId, [request.code]);
  const earlierScan = earlierScans.get(request.code);
  return {
    ...result,
    already_scanned: true,
    ...(earlierScan !== undefined && { earlier: earlierScan }),
  };
}

/** Returns a result for each code, in order. Throws `too_many_requests`. */
export async function confirmMany(
  requests: readonly ConfirmationRequest[],
  actor: Actor,
  services: Services,
): Promise<BatchConfirmation[]> {
  const { registry, countedSerials, allowed } = await loadLookup(requests, actor, services);
  const earlierScans = await loadEarlierScans(services.db, actor.companyId, [...countedSerials]);
  return requests.map((request) => {
    const product = registry.get(request.code);
    const getStatus = (): BatchConfirmation['status'] => {
      if (!product) return 'unknown';
      if (!allowed.has(product.type)) return 'type_not_allowed';
      if (countedSerials.has(request.code)) return 'already_scanned';
      return matchStatus(request, product);
    };
    const result = { code: request.code, status: getStatus() };
    if (result.status === 'ok' || result.status === 'partial') return { ...product, ...result };
    const earlier =
      result.status === 'already_scanned' ? earlierScans.get(request.code) : undefined;
    return { ...result, ...(earlier !== undefined && { earlier }) };
  });
}

/** Records the lookups, which count against the company's limit, and loads the data for them. */
async function loadLookup(
  requests: readonly ConfirmationRequest[],
  actor: Actor,
  services: Services,
) {
  const { db } = services;
  const codes = [...new Set(requests.map(({ code }) => code))];
  const registry = await loadRegistry(db, codes);
  const heldSerials = await loadHeldSerials(db, codes);
  const heldElsewhere = filterHeldElsewhere(heldSerials, actor.companyId);
  const lookups = codes.map((code) => {
    return { code, available: registry.has(code) && !heldElsewhere.has(code) };
  });
  await transact(db, (trx) => recordLookups(trx, lookups, actor, services));
  const allowedTypeIds = allowedTypes(await listProductTypes(db), actor.role);
  const countedSerials = new Set(heldSerials.map(({ serial }) => serial));
  return { registry, countedSerials, allowed: allowedTypeIds };
}

function matchStatus(request: ConfirmationRequest, product: RegisteredProduct): 'ok' | 'partial' {
  const { type = '', size = '', variant = '' } = request;
  return isSameProduct({ type, size, variant }, product) ? 'ok' : 'partial';
}
