import { dayIn, startOf } from '#schemas/calendar-day.ts';
import type { Configuration } from '#schemas/configuration.ts';
import {
  type AgreementItem,
  editProblem,
  type installerTargets,
  type LeadAddress,
  type LeadChanges,
  type LeadEdit,
} from '#schemas/lead-edit.ts';
import type { LeadReason } from '#schemas/lead-reasons.ts';
import { rejection } from '#schemas/lead-steps.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { projectLeadOf } from '#schemas/project-lead.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { change, reconcile, findRow, changeMany } from '../../store/documents.ts';
import { readLocal } from '../../store/local-documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { runOperation } from '../operations.ts';
import { nextProject } from '../projects/machine.ts';
import { newProject } from '../projects/new-project.ts';
import { detachProducts } from '../scans/detach-products.ts';
import type { LeadDrafts } from './drafts.ts';
import type { LeadRow } from './lead-row.ts';
import { nextLead, withoutWaitingEdits } from './machine.ts';

/** What the agreement step asks for. */
export interface Agreement {
  readonly checklist: readonly AgreementItem[];
  /** `2026-05-04` */
  readonly installationDate: string;
  /** Needed where the customer's street lacks its number. */
  readonly address?: LeadAddress;
}
type Target = Exclude<(typeof installerTargets)[number], 'agreed'>;

/**
 * The edits of leads; all of them work without a network. Each resolves after the local commit (F24).
 * They throw SyncError: `lead_not_found`, the codes of `leadProblems`, `lead_refused`, and those of the
 * store.
 */
export interface LeadCommands {
  /** A step of the machine that is no agreement: `agreeLead` is that. */
  moveLead(leadId: string, to: Target, reasons?: readonly LeadReason[]): Promise<void>;
  /** Makes a project of a contacted lead. @returns the project's id; it can be scanned to at once */
  agreeLead(leadId: string, agreement: Agreement): Promise<string>;
  /**
   * Not interested when it is new, else lost for at least one reason. Of an agreed one the customer has
   * cancelled: its project ends, and what was scanned to it is without a project again.
   */
  rejectLead(leadId: string, reasons?: readonly LeadReason[]): Promise<void>;
  setLeadNotes(leadId: string, notes: string): Promise<void>;
  setInstallationDate(leadId: string, day: string | null): Promise<void>;
  setLeadAddress(leadId: string, address: LeadAddress): Promise<void>;
  /** After a refusal: makes the refused edits anew on the lead as it is now. */
  retryLead(leadId: string): Promise<void>;
  /**
   * After a refusal: leaves the lead as it is. Products that were scanned to a project of a refused
   * agreement go to the project that the lead has become, else back to those without a project. A lead
   * that is not with the company any more leaves the device.
   */
  acceptRejection(leadId: string): Promise<void>;
  /**
   * Before any verdict: takes the edits that wait back. What was scanned to a project that they would
   * have made is without a project again. An edit that the server has received all the same comes
   * back with the next pull. Throws `edit_on_its_way` once it is too late, or where the device does not
   * know what the server has.
   */
  withdrawEdits(leadId: string): Promise<void>;
}

export interface LeadCommandPorts extends Pick<CommandPorts, 'database' | 'clock' | 'newId'> {
  readonly drafts: LeadDrafts;
  readonly region: RegionCode;
}

export function createLeadCommands(ports: LeadCommandPorts): LeadCommands {
  return { ...stepCommands(ports), ...decisionCommands(ports) };
}

type Decision = 'retryLead' | 'acceptRejection' | 'withdrawEdits';

/** What a person does with a lead. */
function stepCommands(ports: LeadCommandPorts): Omit<LeadCommands, Decision> {
  const { newId, drafts } = ports;
  const edit = (id: string, changes: LeadChanges) =>
    write(ports, id, (lead) => {
      // Refused ones are decided on first, whatever the rules say of this one.
      const edits = lead.state === 'refused' ? [] : [editOf(ports, lead, changes)];
      return nextLead(lead, { type: 'edited', edits });
    });
  const move = async (id: string, status: Target, reasons: readonly LeadReason[] = []) => {
    await edit(id, { status, ...(reasons.length > 0 && { reasons: [...reasons] }) });
    await drafts.deleteDraft(id);
  };
  return {
    moveLead: move,

    async agreeLead(leadId, { checklist, installationDate, address }) {
      const project_id = newId();
      const lead = await edit(leadId, {
        status: 'agreed',
        checklist: [...checklist],
        expected_installation_date: installationDate,
        project_id,
        ...(address && { address: { ...address } }),
      });
      await saveAgreedProject(ports, lead);
      await drafts.deleteDraft(leadId);
      return project_id;
    },

    async rejectLead(leadId, reasons = []) {
      const { status, project_id: projectId } = await find(ports, leadId);
      const rejected = rejection(status);
      if (rejected === null) throw new SyncError('move_not_allowed');
      const reject = () =>
        move(leadId, rejected.to as Target, rejected.needsReasons ? reasons : []);
      if (status !== 'agreed' || projectId === null) return reject();
      const act = { kind: 'reject_lead', lead: leadId, project: projectId } as const;
      await runOperation(ports.database, act, async () => {
        await reject();
        await detachProducts(ports, projectId, null);
      });
    },

    async setLeadNotes(leadId, notes) {
      const { NotesFromVELUXClub: before } = await find(ports, leadId);
      if (before !== notes) await edit(leadId, { NotesFromVELUXClub: notes });
    },

    async setInstallationDate(leadId, day) {
      const { expected_installation_date: before } = await find(ports, leadId);
      if (before !== day) await edit(leadId, { expected_installation_date: day });
    },

    async setLeadAddress(leadId, address) {
      await edit(leadId, { address: { ...address } });
    },
  };
}

/** What a person decides on what waits, or was refused. */
function decisionCommands(ports: LeadCommandPorts): Pick<LeadCommands, Decision> {
  return {
    async retryLead(leadId) {
      const again = (
        lead: LeadRow,
        { op_id: _op, base_op_id: _base, time: _time, ...changes }: LeadEdit,
      ) => editOf(ports, lead, changes);
      const lead = await write(ports, leadId, (row) => nextLead(row, { type: 'retried', again }));
      await saveAgreedProject(ports, lead);
    },

    acceptRejection: (lead) =>
      runOperation(ports.database, { kind: 'accept_lead', lead }, () =>
        acceptRejection(ports, lead),
      ),

    withdrawEdits: (lead) =>
      runOperation(ports.database, { kind: 'withdraw_lead', lead }, () =>
        withdrawEdits(ports, lead),
      ),
  };
}

type DecisionPorts = Pick<LeadCommandPorts, 'database' | 'newId'>;

/** Leaves a lead as it is after a refusal; done once more it changes nothing more. @throws SyncError */
export async function acceptRejection(ports: DecisionPorts, leadId: string): Promise<void> {
  const refused = await find(ports, leadId);
  if (refused.state !== 'refused') return;
  // Where the lead is gone its fields still show what the refused edits wanted: no project came of them.
  const isGone = refused.refusal?.code === 'lead_not_found';
  await removeUnsentProjects(ports, isGone ? { ...refused, project_id: null } : refused);
  await write(ports, leadId, (lead) => nextLead(lead, { type: 'refusal_accepted' }));
}

/** Takes back the edits that wait; done once more it changes nothing more. @throws SyncError */
export async function withdrawEdits(ports: DecisionPorts, leadId: string): Promise<void> {
  const waiting = await find(ports, leadId);
  const server = withoutWaitingEdits(waiting);
  if (server === null) throw new SyncError('edit_on_its_way');
  // The edits of now, and the project that the lead has without them.
  await removeUnsentProjects(ports, { ...server, edits: waiting.edits });
  await write(ports, leadId, (lead) => nextLead(lead, { type: 'withdrawn' }));
}

async function find(
  { database }: Pick<LeadCommandPorts, 'database'>,
  id: string,
): Promise<LeadRow> {
  const found = await findRow(database.collections.leads, id);
  if (!found) throw new SyncError('lead_not_found');
  return found;
}

function write(
  { database }: Pick<LeadCommandPorts, 'database'>,
  id: string,
  make: (lead: LeadRow) => LeadRow,
): Promise<LeadRow> {
  return change(database.collections.leads, id, make, new SyncError('lead_not_found'));
}

/** One more edit behind those that wait. @throws SyncError with the rule that it breaks */
function editOf(
  { clock, newId, region }: LeadCommandPorts,
  lead: LeadRow,
  changes: LeadChanges,
): LeadEdit {
  const time = clock();
  const problem = editProblem(lead, changes, dayIn(region, time));
  if (problem) throw new SyncError(problem.code);
  const base_op_id = lead.edits.at(-1)?.op_id ?? lead.base_op_id;
  return { op_id: newId(), base_op_id, time, ...changes };
}

/** Puts the project of a waiting agreement beside its lead. @throws SyncError */
export async function saveAgreedProject(
  { database, clock }: Pick<LeadCommandPorts, 'database' | 'clock'>,
  lead: LeadRow,
): Promise<void> {
  const { project_id } = lead;
  const isMadeHere = lead.edits.some(({ status }) => status === 'agreed');
  if (project_id === null || !isMadeHere) return;
  const configuration = await readLocal<Configuration>(database, 'configuration');
  const project = projectOfLead({ ...lead, project_id }, configuration, clock());
  const row = { ...project, deleted: false };
  await reconcile(database.collections.projects, [row], (stored) =>
    stored.deleted ? row : stored,
  );
}

/**
 * Takes back the projects that this device made of a lead and that the server will never have. What
 * was scanned to them goes to the project that the lead has become, where it has one; else it is
 * without a project again, for the person to choose.
 * @throws SyncError
 */
export async function removeUnsentProjects(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  lead: LeadDocument,
): Promise<void> {
  const { projects } = database.collections;
  const replacement = lead.project_id;
  const made = lead.edits.flatMap(({ project_id }) => project_id ?? []);
  for (const id of made.filter((project_id) => project_id !== replacement)) {
    const project = await findRow(projects, id);
    if (project?.awaits_lead !== lead.uuid) continue;
    await detachProducts({ database, newId }, id, replacement);
    await changeMany(projects, [id], (row) => nextProject(row, { type: 'given_up' }));
  }
}

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
