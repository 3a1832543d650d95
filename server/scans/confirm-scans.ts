import {
  type BatchConfirmation,
  type Confirmation,
  type ConfirmationRequest,
} from '#schemas/api/scan-calls.ts';
import { allowedTypes } from '#schemas/product-type.ts';
import { productTypes } from '../configuration/region-rules.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { isSameProduct, type RegisteredProduct } from './judge.ts';
import { loadCounted, loadRegistry } from './load-batch.ts';

/**
 * What the registry knows of a code: the product, and whether the caller described it so.
 * Throws `product_not_found`, or `type_not_allowed` where the person's role may not scan it.
 */
export async function confirmOne(
  request: ConfirmationRequest,
  actor: Actor,
  { db }: Services,
): Promise<Confirmation> {
  const registry = await loadRegistry(db, [request.code]);
  const product = registry.get(request.code);
  if (!product) throw new ApiFailure('product_not_found', { field: 'query.code' });
  const allowed = allowedTypes(await productTypes(db), actor.role);
  if (!allowed.has(product.type)) throw new ApiFailure('type_not_allowed');
  return { ...product, status: agreement(request, product) };
}

/** A word on each code, in their order. */
export async function confirmMany(
  requests: readonly ConfirmationRequest[],
  actor: Actor,
  { db }: Services,
): Promise<BatchConfirmation[]> {
  const codes = [...new Set(requests.map(({ code }) => code))];
  const registry = await loadRegistry(db, codes);
  const counted = await loadCounted(db, codes);
  const allowed = allowedTypes(await productTypes(db), actor.role);
  return requests.map((request) => {
    const product = registry.get(request.code);
    const status = (): BatchConfirmation['status'] => {
      if (!product) return 'unknown';
      if (!allowed.has(product.type)) return 'type_not_allowed';
      if (counted.has(request.code)) return 'already_scanned';
      return agreement(request, product);
    };
    return { code: request.code, status: status() };
  });
}

function agreement(request: ConfirmationRequest, product: RegisteredProduct): 'ok' | 'partial' {
  const { type = '', size = '', variant = '' } = request;
  return isSameProduct({ type, size, variant }, product) ? 'ok' : 'partial';
}
