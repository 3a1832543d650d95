import { dayIn, startOfUtcDay } from '#schemas/calendar-day.ts';
import type { Configuration } from '#schemas/configuration.ts';
import {
  type AgreementItem,
  validateLeadEdit,
  type installerTargets,
  type LeadAddress,
  type LeadChanges,
  type LeadEdit,
} from '#schemas/lead-edit.ts';
import type { LeadReason } from '#schemas/lead-reasons.ts';
import { rejectionMove } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { change, reconcile, findRow, changeMany } from '../../store/documents.ts';
import { readLocal } from '../../store/local-documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import { moveAttachments } from '../attachments/move-attachments.ts';
import type { CommandPorts } from '../command-ports.ts';
import { runOperation } from '../operations.ts';
import { nextProject } from '../projects/machine.ts';
import { moveClosing } from '../projects/move-closing.ts';
import { newProject } from '../projects/new-project.ts';
import { detachProducts } from '../scans/detach-products.ts';
import type { LeadDrafts } from './drafts.ts';
import type { LeadRow } from './lead-row.ts';
import { nextLead, withoutPendingEdits } from './machine.ts';

/** Input of the agreement step. */
interface Agreement {
  readonly checklist: readonly AgreementItem[];
  /** `2026-05-04` */
  readonly installationDate: string;
  /** Required if the customer's address has no house number. */
  readonly address?: LeadAddress;
}
type Target = Exclude<(typeof installerTargets)[number], 'agreed'>;

/**
 * Commands that edit leads. They all work offline and resolve after the local commit (F24). They throw SyncError:
 * `lead_not_found`, the codes of `leadProblems`, `lead_refused`, and store errors.
 */
export interface LeadCommands {
  /** Moves a lead to another status; `agreeOnLead` handles agreements. */
  moveLead(leadId: string, to: Target, reasons?: readonly LeadReason[]): Promise<void>;
  /**
   * Turns a contacted lead into a project.
   * @returns the project's id; products can be scanned to it immediately
   */
  agreeOnLead(leadId: string, agreement: Agreement): Promise<string>;
  /**
   * Marks a new lead as not interested, and any other as lost, with at least one reason. If an agreed lead is lost, the
   * customer has cancelled: the lead's project ends, and the project's products are detached.
   */
  rejectLead(leadId: string, reasons?: readonly LeadReason[]): Promise<void>;
  /**
   * @param seenLead the lead when the user started typing. If someone else has changed the notes since, the edit is a
   *   conflict, even if this device already has their change.
   */
  setLeadNotes(leadId: string, notes: string, seenLead?: LeadDocument): Promise<void>;
  /** @param seenLead as for `setLeadNotes` */
  setInstallationDate(leadId: string, day: string | null, seenLead?: LeadDocument): Promise<void>;
  setLeadAddress(leadId: string, address: LeadAddress): Promise<void>;
  /** Recreates rejected edits on the lead's current version. */
  retryLead(leadId: string): Promise<void>;
  /**
   * Drops rejected edits. Products scanned to a rejected agreement's project move to the lead's actual project, with
   * attachments and closing. If the lead has none, they are detached. A lead that the company no longer has is deleted
   * from the device.
   */
  acceptRejection(leadId: string): Promise<void>;
  /**
   * Withdraws pending edits. Products scanned to a project that the edits would have created are
   * detached. If the server received an edit anyway, the next pull restores it. Throws
   * `edit_on_its_way` if no edit is pending, or if the server's version is unknown.
   */
  withdrawEdits(leadId: string): Promise<void>;
}

interface LeadCommandPorts extends Pick<CommandPorts, 'database' | 'clock' | 'newId'> {
  readonly drafts: LeadDrafts;
  readonly region: RegionCode;
}

export function createLeadCommands(ports: LeadCommandPorts): LeadCommands {
  return { ...editCommands(ports), ...decisionCommands(ports) };
}

type Decision = 'retryLead' | 'acceptRejection' | 'withdrawEdits';

/** Commands that edit a lead. */
function editCommands(ports: LeadCommandPorts): Omit<LeadCommands, Decision> {
  const { newId, drafts } = ports;
  const edit = (id: string, changes: LeadChanges, seenLead?: LeadDocument) =>
    changeLead(ports, id, (lead) => {
      // The user must decide on rejected edits first, so `nextLead` throws before the rules are applied to this edit.
      const edits = lead.state === 'refused' ? [] : [createEdit(ports, lead, changes, seenLead)];
      return nextLead(lead, { type: 'edited', edits });
    });
  const move = async (id: string, status: Target, reasons: readonly LeadReason[] = []) => {
    await edit(id, { status, ...(reasons.length > 0 && { reasons: [...reasons] }) });
    await drafts.deleteDraft(id);
  };
  return {
    moveLead: move,

    async agreeOnLead(leadId, { checklist, installationDate, address }) {
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
      const { status, project_id: projectId } = await findLead(ports, leadId);
      const rejection = rejectionMove(status);
      if (rejection === null) throw new SyncError('move_not_allowed');
      const reject = () =>
        move(leadId, rejection.to as Target, rejection.needsReasons ? reasons : []);
      if (status !== 'agreed' || projectId === null) return reject();
      const operation = { kind: 'reject_lead', lead: leadId, project: projectId } as const;
      await runOperation(ports.database, operation, async () => {
        await reject();
        await detachProducts(ports, projectId, null);
      });
    },

    async setLeadNotes(leadId, notes, seenLead) {
      const { NotesFromVELUXClub: seenNotes } = seenLead ?? (await findLead(ports, leadId));
      if (seenNotes !== notes) await edit(leadId, { NotesFromVELUXClub: notes }, seenLead);
    },

    async setInstallationDate(leadId, day, seenLead) {
      const { expected_installation_date: seenDay } = seenLead ?? (await findLead(ports, leadId));
      if (seenDay !== day) await edit(leadId, { expected_installation_date: day }, seenLead);
    },

    async setLeadAddress(leadId, address) {
      await edit(leadId, { address: { ...address } });
    },
  };
}

/** Commands that decide on pending or rejected edits. */
function decisionCommands(ports: LeadCommandPorts): Pick<LeadCommands, Decision> {
  return {
    async retryLead(leadId) {
      const retryWith = (
        lead: LeadRow,
        { op_id: _op, base_op_id: _base, time: _time, ...changes }: LeadEdit,
      ) => createEdit(ports, lead, changes);
      const lead = await changeLead(ports, leadId, (row) =>
        nextLead(row, { type: 'retried', recreate: retryWith }),
      );
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

/**
 * Drops a lead's rejected edits. Idempotent.
 * @throws SyncError
 */
export async function acceptRejection(ports: DecisionPorts, leadId: string): Promise<void> {
  const currentLead = await findLead(ports, leadId);
  if (currentLead.state !== 'refused') return;
  // A deleted lead's fields still show the rejected edits, but no project exists.
  const isDeleted = currentLead.refusal?.code === 'lead_not_found';
  await removeUnsentProjects(ports, isDeleted ? { ...currentLead, project_id: null } : currentLead);
  await changeLead(ports, leadId, (lead) => nextLead(lead, { type: 'rejection_accepted' }));
}

/**
 * Withdraws a lead's pending edits. Idempotent.
 * @throws SyncError
 */
export async function withdrawEdits(ports: DecisionPorts, leadId: string): Promise<void> {
  const currentLead = await findLead(ports, leadId);
  const serverLead = withoutPendingEdits(currentLead);
  if (serverLead === null) throw new SyncError('edit_on_its_way');
  // The pending edits name the projects to remove; `serverLead` has the project that replaces them.
  await removeUnsentProjects(ports, { ...serverLead, edits: currentLead.edits });
  await changeLead(ports, leadId, (lead) => nextLead(lead, { type: 'withdrawn' }));
}

async function findLead(
  { database }: Pick<LeadCommandPorts, 'database'>,
  id: string,
): Promise<LeadRow> {
  const lead = await findRow(database.collections.leads, id);
  if (!lead) throw new SyncError('lead_not_found');
  return lead;
}

function changeLead(
  { database }: Pick<LeadCommandPorts, 'database'>,
  id: string,
  update: (lead: LeadRow) => LeadRow,
): Promise<LeadRow> {
  return change(database.collections.leads, id, update, new SyncError('lead_not_found'));
}

/**
 * Creates an edit on top of the pending ones.
 * @param seenLead the version that the user saw, if it may be older than `lead`
 * @throws SyncError with the code of the rule that the edit breaks
 */
function createEdit(
  { clock, newId, region }: LeadCommandPorts,
  lead: LeadRow,
  changes: LeadChanges,
  seenLead: LeadDocument = lead,
): LeadEdit {
  const time = clock();
  const problem = validateLeadEdit(lead, changes, dayIn(region, time));
  if (problem) throw new SyncError(problem.code);
  const base_op_id = seenLead.edits.at(-1)?.op_id ?? seenLead.base_op_id;
  return { op_id: newId(), base_op_id, time, ...changes };
}

/**
 * Stores the project of a pending agreement.
 * @throws SyncError
 */
export async function saveAgreedProject(
  { database, clock }: Pick<LeadCommandPorts, 'database' | 'clock'>,
  lead: LeadRow,
): Promise<void> {
  const { project_id } = lead;
  const hasPendingAgreement = lead.edits.some(({ status }) => status === 'agreed');
  if (project_id === null || !hasPendingAgreement) return;
  const configuration = await readLocal<Configuration>(database, 'configuration');
  const project = projectOfLead({ ...lead, project_id }, configuration, clock());
  const row = { ...project, deleted: false };
  await reconcile(database.collections.projects, [row], (storedRow) =>
    storedRow.deleted ? row : storedRow,
  );
}

/**
 * Deletes projects that this device created from a lead and that the server will never have. Moves
 * their products, attachments and closing to the lead's actual project. If the lead has none, detaches the products, so
 * that the user can choose another project, and deletes the rest.
 * @throws SyncError
 */
async function removeUnsentProjects(
  { database, newId }: Pick<CommandPorts, 'database' | 'newId'>,
  lead: LeadDocument,
): Promise<void> {
  const { projects } = database.collections;
  const replacementId = lead.project_id;
  const projectIds = lead.edits.flatMap(({ project_id }) => project_id ?? []);
  for (const id of projectIds.filter((project_id) => project_id !== replacementId)) {
    const project = await findRow(projects, id);
    if (project?.awaits_lead !== lead.uuid) continue;
    await detachProducts({ database, newId }, id, replacementId);
    // Dropping the project deletes the attachments and the closing that it still has.
    if (replacementId !== null) {
      await moveAttachments(database, id, replacementId);
      await moveClosing(database, project, replacementId);
    }
    await changeMany(projects, [id], (row) => nextProject(row, { type: 'dropped' }));
  }
}

/**
 * Creates the project of a locally agreed lead as the server will, so that products can be scanned to it
 * offline.
 * @param lead after the agreement, with its `project_id`
 * @param configuration null if it was never fetched; the expiry and the questions are then missing until the server's
 *   project arrives
 * @param now milliseconds since 1970
 */
function projectOfLead(
  lead: LeadDocument & { readonly project_id: string },
  configuration: Configuration | null,
  now: number,
): ProjectDocument {
  const { customer_info: customer, expected_installation_date: date } = lead;
  const validFrom = Math.max(now, (date && startOfUtcDay(date)) || 0);
  const address = {
    name: `${customer.FirstName} ${customer.LastName}`.trim().slice(0, 120),
    streetName: customer.StreetHouseNumber,
    postalCode: customer.PostalCode,
    city: customer.City,
    installationDate: date,
  };
  const fields = {
    uuid: lead.project_id,
    op_id: lead.edits.at(-1)?.op_id ?? lead.op_id,
    status: { id: projectStatus.scheduled },
    survey: [...(configuration?.closing_survey ?? []), ...(configuration?.lead_survey ?? [])],
    lead: toProjectLead(lead),
  };
  return {
    ...newProject(address, fields, { now, validFrom }, configuration),
    awaits_lead: lead.uuid,
  };
}
