import * as v from 'valibot';
import { projectFilter } from '#schemas/project-status.ts';
import { oneOf, pageNumber, sortingBy } from '#src/features/_shared/listing/list-search.ts';

/** Search parameters of `/projects`; `sort` is used by the table. */
export const projectsView = v.object({
  status: oneOf(projectFilter.options, 'open'),
  page: pageNumber,
  sort: sortingBy(['address', 'left', 'standing', 'name', 'closed', 'products', 'points']),
});

/** Search parameters of the picker; `page` counts the batches shown one below the other. */
export const pickerView = v.object({ page: pageNumber });
