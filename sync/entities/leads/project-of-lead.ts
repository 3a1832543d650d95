import { startOf } from '#schemas/calendar-day.ts';
import type { Configuration } from '#schemas/configuration.ts';
import { type LeadDocument } from '#schemas/lead.ts';
import { projectLeadOf } from '#schemas/project-lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { newProject } from '../projects/new-project.ts';

/**
 * The project of a lead that was agreed on here, as the server will make it: so that products can be
 * scanned to it at once, without a network.
 * @param lead as the agreement left it, with its `project_id`
 * @param configuration null when it never came to this device; then its life and its questions are
 *   left open until the server's project is there
 * @param now milliseconds since 1970
 */
export function projectOfLead(
  lead: LeadDocument & { readonly project_id: string },
  configuration: Configuration | null,
  now: number,
): ProjectDocument {
  const { customer_info: customer, expected_installation_date: date } = lead;
  const from = Math.max(now, (date && startOf(date)) || 0);
  const begun = {
    uuid: lead.project_id,
    op_id: lead.edits.at(-1)?.op_id ?? lead.op_id,
    name: `${customer.FirstName} ${customer.LastName}`.trim().slice(0, 120),
    street_name: customer.StreetHouseNumber,
    postal_code: customer.PostalCode,
    city: customer.City,
    status: { id: projectStatus.scheduled },
    survey: [...(configuration?.closing_survey ?? []), ...(configuration?.lead_survey ?? [])],
    lead: projectLeadOf(lead),
  };
  return { ...newProject(begun, { now, from }, configuration), awaits_lead: lead.uuid };
}
