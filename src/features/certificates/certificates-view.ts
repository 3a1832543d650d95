import * as v from 'valibot';
import { FIRST_CERTIFICATE_YEAR } from '#schemas/certificate.ts';
import {
  numberOrNull,
  pageNumber,
  sortingBy,
  flag,
} from '#src/features/_shared/listing/list-search.ts';

/** What the list of certificates shows, as `/warranty-certificates` holds it. */
export const certificatesView = v.object({
  year: numberOrNull(FIRST_CERTIFICATE_YEAR, 9999),
  /** 1 to 12. */
  month: numberOrNull(1, 12),
  page: pageNumber,
  sort: sortingBy(['address', 'issued', 'customer']),
  /** Whether everything that a search has found is shown, and not its first three alone. */
  all: flag,
});
