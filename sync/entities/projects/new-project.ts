import type { Configuration } from '#schemas/configuration.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectAddress, ProjectDocument } from '#schemas/project.ts';
import { fieldsFromForm } from './project-row.ts';

/** Fields of a new project that aren't in its form. */
type OtherFields = Pick<Project, 'uuid' | 'op_id' | 'status' | 'survey' | 'lead'>;

/**
 * Creates a project as the server will, so that products can be scanned to it offline.
 * @param address as in the form for a new project
 * @param times `now`: creation; `validFrom`: start of its validity; both in ms since 1970
 * @param configuration null if it was never fetched; the expiry is then missing until the server's project arrives
 */
export function newProject(
  address: ProjectAddress,
  fields: OtherFields,
  times: { readonly now: number; readonly validFrom: number },
  configuration: Pick<Configuration, 'project_life_days'> | null,
): ProjectDocument {
  const { now, validFrom } = times;
  const createdAt = new Date(now).toISOString();
  const days = configuration?.project_life_days;
  return projectFromWire({
    ...fieldsFromForm(address),
    ...fields,
    created_at: createdAt,
    updated_at: createdAt,
    products_count: 0,
    available_points: 0,
    max_points: 0,
    calculated_available_points: 0,
    calculated_max_points: 0,
    project_closed: null,
    expires_at: days === undefined ? null : new Date(validFrom + days * DAY_MS).toISOString(),
    warranty_certificate_uuid: null,
    deleted: false,
  });
}
