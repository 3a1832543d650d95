/** Reason why the server rejects a certificate, and the step where each problem can be fixed. */

/** Error code, and the field it's about, such as `body.products.0.category`. */
export interface Rejection {
  readonly code: string;
  /** Empty if the error is about the whole request. */
  readonly field: string;
}

const projectCodes = new Set(['project_not_found', 'project_not_closed', 'certificate_exists']);
const productCodes = new Set(['category_unknown', 'product_twice']);
/** Rejection codes that come with a field. */
const fieldCodes = new Set(['characters_unprintable', 'invalid_input']);

/** Returns the step where a rejection can be fixed; null if changing the input doesn't help. */
export function stepForRejection({ code, field }: Rejection): 1 | 2 | 3 | null {
  if (projectCodes.has(code)) return 1;
  if (productCodes.has(code)) return 2;
  if (code === 'validity_too_short') return 3;
  if (!fieldCodes.has(code)) return null;
  const [, part = ''] = field.split('.');
  if (part === 'project_uuid') return 1;
  if (part === 'products') return 2;
  return part === '' ? null : 3;
}

/** After these errors, the server may or may not have issued the certificate. */
const unknownOutcomeCodes = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'unknown_shape',
  'internal',
  'unavailable',
  'in_progress',
]);

/** True if the certificate may have been issued although no response arrived. */
export function isOutcomeUnknown(code: string): boolean {
  return unknownOutcomeCodes.has(code);
}

/** True if the server will reject the request again until something changes. */
export function isRejection(rejection: Rejection): boolean {
  return stepForRejection(rejection) !== null || rejection.code === 'forbidden';
}

/** Returns the field of the customer form that was rejected, or null. */
export function rejectedField(rejection: Rejection | null): string | null {
  if (rejection === null || stepForRejection(rejection) !== 3) return null;
  return rejection.code === 'validity_too_short'
    ? 'expiration_date'
    : (rejection.field.split('.').at(-1) ?? null);
}

/**
 * Returns the position of the rejected product, or of the rejected group if `product` is null. Returns null if the
 * rejection isn't about a single product or group.
 */
export function rejectedProduct(
  rejection: Rejection | null,
): { readonly group: number; readonly product: number | null } | null {
  if (rejection === null || stepForRejection(rejection) !== 2) return null;
  const [, group, product] =
    /^body\.products\.(\d+)(?:\.products\.(\d+))?/.exec(rejection.field) ?? [];
  if (group === undefined) return null;
  return { group: Number(group), product: product === undefined ? null : Number(product) };
}
