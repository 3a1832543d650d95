import type { Configuration } from '#schemas/configuration.ts';
import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectDocument } from '#schemas/project.ts';

const DAY = 86_400_000;

/** What tells one project that begins from another. */
type Begun = Pick<
  Project,
  'uuid' | 'op_id' | 'name' | 'street_name' | 'postal_code' | 'city' | 'status' | 'survey' | 'lead'
>;

/**
 * A project that begins on this device, as the server will make it: so that products can be scanned to it
 * at once, without a network.
 * @param life when it was made, and when its days begin to count, in milliseconds since 1970
 * @param configuration null when it never came to this device; then its life is left open until the
 *   server's project is there
 */
export function newProject(
  begun: Begun,
  { now, from }: { readonly now: number; readonly from: number },
  configuration: Pick<Configuration, 'project_life_days'> | null,
): ProjectDocument {
  const at = new Date(now).toISOString();
  const days = configuration?.project_life_days;
  return projectFromWire({
    ...begun,
    created_at: at,
    updated_at: at,
    products_count: 0,
    available_points: 0,
    max_points: 0,
    calculated_available_points: 0,
    calculated_max_points: 0,
    project_closed: null,
    expires_at: days === undefined ? null : new Date(from + days * DAY).toISOString(),
    warranty_certificate_uuid: null,
    deleted: false,
  });
}
