import type { EarlierScan } from './api/errors.ts';
import type { BatchConfirmation } from './api/scan-calls.ts';
import type { ScanDocument } from './scan.ts';

/** The registry's word on a product. `unknown` also where the type is not allowed for the account. */
export type RegistryVerdict = BatchConfirmation['status'];

/** What the device notes of a captured scan: confirmed, valid or not or not known yet, and why it is not. */
export type ScanValidity = Pick<ScanDocument, 'confirmed' | 'isValid' | 'refusal'>;

/**
 * What a verdict means for a scan's marks (spec 1 §4). Known already is not valid: it would be refused, too.
 * @param earlier where the own company has it already
 */
export function validityOfVerdict(verdict: RegistryVerdict, earlier?: EarlierScan): ScanValidity {
  switch (verdict) {
    case 'ok':
      return { confirmed: true, isValid: true, refusal: null };
    case 'partial':
      return { confirmed: false, isValid: null, refusal: null };
    case 'unknown':
      return notValid('unknown_serial');
    case 'already_scanned':
    case 'type_not_allowed':
      return notValid(verdict, earlier);
  }
}

function notValid(code: string, earlier?: EarlierScan): ScanValidity {
  const refusal = { code, message: '', ...(earlier !== undefined && { earlier }) };
  return { confirmed: true, isValid: false, refusal };
}
