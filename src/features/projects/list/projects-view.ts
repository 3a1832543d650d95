import * as v from 'valibot';
import { projectFilter } from '#schemas/project-status.ts';
import { oneOf, pageNumber, sortingBy } from '#src/features/_shared/listing/list-search.ts';

/** What the list of projects shows, as `/projects` holds it. At a desk it is sorted by one of the columns. */
export const projectsView = v.object({
  status: oneOf(projectFilter.options, 'open'),
  page: pageNumber,
  sort: sortingBy(['address', 'left', 'standing', 'name', 'closed', 'products', 'points']),
});

/** The open projects that products can be saved to: so many pages of them, one below the other. */
export const pickerView = v.object({ page: pageNumber });
