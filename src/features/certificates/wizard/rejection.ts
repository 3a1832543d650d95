/** What the server may have against a certificate, and where that is mended. Pure. */

/** The code of a refusal and the part of the request that it is about, such as `body.products.0.category`. */
export interface Rejection {
  readonly code: string;
  /** Empty where it is about the whole. */
  readonly field: string;
}

const ofProject = new Set(['project_not_found', 'project_not_closed', 'certificate_exists']);
const ofProducts = new Set(['category_unknown', 'product_twice']);
/** These are about whatever they name. */
const ofField = new Set(['letters_unprintable', 'invalid_input']);

/**
 * The step in which a refusal is dealt with.
 * @returns null where nothing that was entered is in the way: another try, or none
 */
export function stepForRejection({ code, field }: Rejection): 1 | 2 | 3 | null {
  if (ofProject.has(code)) return 1;
  if (ofProducts.has(code)) return 2;
  if (code === 'validity_too_short') return 3;
  if (!ofField.has(code)) return null;
  const [, part = ''] = field.split('.');
  if (part === 'project_uuid') return 1;
  if (part === 'products') return 2;
  return part === '' ? null : 3;
}

/** After these nobody knows what became of the request. */
const unanswered = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'unknown_shape',
  'internal',
  'unavailable',
  'in_progress',
]);

/** Whether it may have been issued, though the answer does not say so. */
export function isUnanswered(code: string): boolean {
  return unanswered.has(code);
}

/** Whether the server has said no, and will say so again until something is changed. */
export function isRejection(refused: Rejection): boolean {
  return stepForRejection(refused) !== null || refused.code === 'forbidden';
}

/** The field of the customer's form that a refusal is about; null where it is about none. */
export function rejectedField(refused: Rejection | null): string | null {
  if (refused === null || stepForRejection(refused) !== 3) return null;
  return refused.code === 'validity_too_short'
    ? 'expiration_date'
    : (refused.field.split('.').at(-1) ?? null);
}

/** The product that a refusal is about, by its places; null where it is about none, or about all of them. */
export function rejectedProduct(
  refused: Rejection | null,
): { readonly group: number; readonly product: number | null } | null {
  if (refused === null || stepForRejection(refused) !== 2) return null;
  const [, group, product] =
    /^body\.products\.(\d+)(?:\.products\.(\d+))?/.exec(refused.field) ?? [];
  if (group === undefined) return null;
  return { group: Number(group), product: product === undefined ? null : Number(product) };
}
