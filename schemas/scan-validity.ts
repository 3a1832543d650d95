import type { EarlierScan } from './api/errors.ts';
import type { BatchConfirmation } from './api/scan-calls.ts';
import type { ScanDocument } from './scan.ts';

/** The registry's verdict on a product. */
export type RegistryVerdict = BatchConfirmation['status'];

/** Result of checking a captured scan: confirmed or not, valid or not (null if unknown), and why not. */
export type ScanValidity = Pick<ScanDocument, 'confirmed' | 'isValid' | 'refusal'>;

/**
 * Converts a verdict (spec 1 §4). An already scanned product isn't valid, because the server would reject it.
 * @param earlier the company's own earlier scan of the product, if there is one
 */
export function validityOfVerdict(verdict: RegistryVerdict, earlier?: EarlierScan): ScanValidity {
  switch (verdict) {
    case 'ok':
      return { confirmed: true, isValid: true, refusal: null };
    case 'partial':
      return { confirmed: false, isValid: null, refusal: null };
    case 'unknown':
      return invalid('unknown_serial');
    case 'already_scanned':
    case 'type_not_allowed':
      return invalid(verdict, earlier);
  }
}

function invalid(code: string, earlier?: EarlierScan): ScanValidity {
  const refusal = { code, message: '', ...(earlier !== undefined && { earlier }) };
  return { confirmed: true, isValid: false, refusal };
}
