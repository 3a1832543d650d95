import * as v from 'valibot';
import { leadGroups } from '#schemas/lead-steps.ts';
import { oneOf, pageNumber, sortingBy } from '#src/features/_shared/listing/list-search.ts';

/** Search parameters of `/leads`; `page` counts the batches shown one below the other. */
export const leadsView = v.object({
  group: oneOf(leadGroups, 'open'),
  page: pageNumber,
  sort: sortingBy(['customer', 'windows', 'step', 'left', 'moved']),
});
