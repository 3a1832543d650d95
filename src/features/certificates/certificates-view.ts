import * as v from 'valibot';
import { FIRST_CERTIFICATE_YEAR } from '#schemas/certificate.ts';
import {
  numberOrNull,
  pageNumber,
  sortingBy,
  flag,
} from '#src/features/_shared/listing/list-search.ts';

/** Search parameters of `/warranty-certificates`. */
export const certificatesView = v.object({
  year: numberOrNull(FIRST_CERTIFICATE_YEAR, 9999),
  /** 1 to 12. */
  month: numberOrNull(1, 12),
  page: pageNumber,
  sort: sortingBy(['address', 'issued', 'customer']),
  /** True to show all search results, not only the first three. */
  all: flag,
});
