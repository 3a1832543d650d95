import { dayIn } from '#schemas/calendar-day.ts';
import type { Configuration } from '#schemas/configuration.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import {
  type AgreementItem,
  editProblem,
  type installerTargets,
  type LeadAddress,
  type LeadChanges,
} from '#schemas/lead-edit.ts';
import type { LeadReason } from '#schemas/lead-reasons.ts';
import { rejection } from '#schemas/lead-steps.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { LeadDrafts } from './drafts.ts';
import { projectOfLead } from './project-of-lead.ts';
import { giveUpProjects } from './give-up-projects.ts';
import { withoutWaiting, withWaiting } from './machine.ts';
import type { CommandPorts } from '../scans/commands.ts';
import { storeFailure, SyncError } from '../../store/sync-error.ts';

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
  /** Not interested when it is new, else lost for at least one reason. */
  rejectLead(leadId: string, reasons?: readonly LeadReason[]): Promise<void>;
  noteLead(leadId: string, notes: string): Promise<void>;
  setInstallationDate(leadId: string, day: string | null): Promise<void>;
  setLeadAddress(leadId: string, address: LeadAddress): Promise<void>;
  /** After a refusal: makes the refused edits anew on the lead as it is now. */
  tryLeadAgain(leadId: string): Promise<void>;
  /**
   * After a refusal: leaves the lead as it is. Products that were scanned to a project of a refused
   * agreement go to the project that the lead has become, else back to those without a project. A lead
   * that is not with the company any more leaves the device.
   */
  acceptLead(leadId: string): Promise<void>;
  /**
   * Before any verdict: takes the edits that wait back. What was scanned to a project that they would
   * have made is without a project again. An edit that the server has received all the same comes
   * back with the next pull. Throws `edit_on_its_way` once it is too late, or where the device does not
   * know what the server has.
   */
  withdrawLead(leadId: string): Promise<void>;
}

export interface LeadCommandPorts extends Pick<CommandPorts, 'database' | 'clock' | 'newId'> {
  readonly drafts: LeadDrafts;
  readonly region: RegionCode;
}

export function createLeadCommands(ports: LeadCommandPorts): LeadCommands {
  const { database, clock, newId, drafts, region } = ports;
  const { leads, projects } = database.collections;

  const find = async (id: string) => {
    const found = await leads.findOne(id).exec();
    if (!found) throw new SyncError('lead_not_found');
    return found;
  };
  const write = async (id: string, make: (lead: LeadDocument) => LeadDocument) => {
    const found = await find(id);
    const written = await found.incrementalModify(make).catch((error: unknown) => {
      throw storeFailure(error);
    });
    return written.toMutableJSON();
  };
  /** One more edit behind those that wait. */
  const edited = (lead: LeadDocument, changes: LeadChanges): LeadDocument => {
    const time = clock();
    const problem = editProblem(lead, changes, dayIn(region, time));
    if (problem) throw new SyncError(problem.code);
    const base_op_id = lead.edits.at(-1)?.op_id ?? lead.base_op_id;
    return withWaiting(lead, [{ op_id: newId(), base_op_id, time, ...changes }]);
  };
  const change = (id: string, changes: LeadChanges) =>
    write(id, (lead) => {
      // What was refused is decided on first: nothing new can build on it.
      if (lead.state === 'refused') throw new SyncError('lead_refused');
      return edited(lead, changes);
    });
  const move = async (id: string, status: Target, reasons: readonly LeadReason[] = []) => {
    await change(id, { status, ...(reasons.length > 0 && { reasons: [...reasons] }) });
    await drafts.dropDraft(id);
  };
  const configuration = async () => {
    const kept = await database.getLocal<{ value: Configuration }>('configuration');
    return (kept?.toJSON().data.value ?? null) as Configuration | null;
  };
  /** Puts the projects of waiting agreements beside their leads. */
  const keepProject = async (lead: LeadDocument) => {
    const { project_id } = lead;
    const isMadeHere = lead.edits.some(({ status }) => status === 'agreed');
    if (project_id === null || !isMadeHere) return;
    const project = projectOfLead({ ...lead, project_id }, await configuration(), clock());
    await projects.insertIfNotExists(project).catch((error: unknown) => {
      throw storeFailure(error);
    });
  };

  return {
    moveLead: move,

    async agreeLead(leadId, { checklist, installationDate, address }) {
      const project_id = newId();
      const lead = await change(leadId, {
        status: 'agreed',
        checklist: [...checklist],
        expected_installation_date: installationDate,
        project_id,
        ...(address && { address: { ...address } }),
      });
      await keepProject(lead);
      await drafts.dropDraft(leadId);
      return project_id;
    },

    async rejectLead(leadId, reasons = []) {
      const { status } = await find(leadId);
      const rejected = rejection(status);
      if (rejected === null) throw new SyncError('move_not_allowed');
      await move(leadId, rejected.to as Target, rejected.needsReasons ? reasons : []);
    },

    async noteLead(leadId, notes) {
      const { NotesFromVELUXClub: before } = await find(leadId);
      if (before !== notes) await change(leadId, { NotesFromVELUXClub: notes });
    },

    async setInstallationDate(leadId, day) {
      const { expected_installation_date: before } = await find(leadId);
      if (before !== day) await change(leadId, { expected_installation_date: day });
    },

    async setLeadAddress(leadId, address) {
      await change(leadId, { address: { ...address } });
    },

    async tryLeadAgain(leadId) {
      const lead = await write(leadId, (refused) => {
        if (refused.state !== 'refused') return refused;
        const start: LeadDocument = { ...refused, edits: [] };
        return refused.edits.reduce(
          (again, { op_id: _op, base_op_id: _base, time: _time, ...changes }) =>
            edited(again, changes),
          start,
        );
      });
      await keepProject(lead);
    },

    async acceptLead(leadId) {
      const refused = (await find(leadId)).toMutableJSON();
      if (refused.state !== 'refused') return;
      if (refused.refusal?.code === 'lead_not_found') {
        // Its fields still show what the refused edits wanted: no project has come of them.
        await giveUpProjects(ports, { ...refused, project_id: null });
        await (await find(leadId)).incrementalRemove().catch((error: unknown) => {
          throw storeFailure(error);
        });
        return;
      }
      await giveUpProjects(ports, refused);
      await write(leadId, (lead) =>
        lead.state === 'refused' ? { ...lead, state: 'synced', refusal: null, edits: [] } : lead,
      );
    },

    async withdrawLead(leadId) {
      const waiting = (await find(leadId)).toMutableJSON();
      const server = withoutWaiting(waiting);
      if (server === null) throw new SyncError('edit_on_its_way');
      // The edits of now, and the project that the lead has without them.
      await giveUpProjects(ports, { ...server, edits: waiting.edits });
      await write(leadId, (lead) => {
        const now = withoutWaiting(lead);
        if (now === null) throw new SyncError('edit_on_its_way');
        return now;
      });
    },
  };
}
