import { type ImportKindId } from '#schemas/operator/import-kinds.ts';
import { awardImport } from './award-import.ts';
import { type ImportKind } from './import-kind.ts';
import { answerImport } from './answer-import.ts';
import { leadImport } from './lead-import.ts';
import { serialImport } from './serial-import.ts';
import { shopImport } from './shop-import.ts';
import { voucherImport } from './voucher-import.ts';

/** All kinds of imports. */
export const importsByKind: Readonly<Record<ImportKindId, ImportKind>> = {
  serials: serialImport,
  shop: shopImport,
  vouchers: voucherImport,
  awards: awardImport,
  vendor_answers: answerImport,
  lead_requests: leadImport,
};
