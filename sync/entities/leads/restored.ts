import { leadCalls } from '#schemas/api/lead-calls.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/change-many.ts';
import { type RestoredEntity, whatTheServerHas } from '../../engine/restored-server.ts';
import type { Transport } from '../../http/transport.ts';

/** Of a lead as the device has it, what the comparison needs. */
type Sent = Pick<LeadDocument, 'sent_edits' | 'edits' | 'updated_at'>;

/**
 * Which edits of this device a restored server may lack (F43). Pure. An edit that it has after all does
 * nothing when it comes again, so all count that it can't be seen to have.
 * @param server null where the server does not have the lead at all
 * @returns in their order, each on a base that the server can know
 */
export function lostEdits(lead: Sent, server: RestoredEntity | null): LeadEdit[] {
  const at = lead.sent_edits.findIndex(({ op_id }) => op_id === server?.op_id);
  const lost = lead.sent_edits.slice(at + 1);
  // Nobody touched the lead since the backup: what the first edit was built on may be lost as well.
  const isUntouched =
    server !== null && Date.parse(server.updated_at) <= Date.parse(lead.updated_at);
  return lost.map((edit, index) => {
    const before = lost[index - 1]?.op_id ?? (isUntouched ? server.op_id : edit.base_op_id);
    return { ...edit, base_op_id: before };
  });
}

/**
 * After the server was restored from a backup: whatever this device had changed of leads, and the
 * server may not have any more, is to be sent again. What was scanned to a project of such a lead waits
 * until the server has that project again.
 * @returns how many edits that were
 * @throws CallError, SyncError
 */
export async function sendAgainLostLeadEdits(
  database: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<number> {
  const { leads, projects } = database.collections;
  const known = await whatTheServerHas(transport, leadCalls.leads, options);
  const lost = new Map<string, LeadEdit[]>();
  for (const lead of await leads.find().exec()) {
    const edits = lostEdits(lead.toMutableJSON(), known.get(lead.uuid) ?? null);
    if (edits.length > 0) lost.set(lead.uuid, edits);
  }
  const agreed = new Map(
    [...lost].flatMap(([uuid, edits]) =>
      edits.flatMap(({ project_id }) => (project_id ? [[project_id, uuid] as const] : [])),
    ),
  );
  await changeMany<ProjectDocument>(projects, [...agreed.keys()], (project) => ({
    ...project,
    awaits_lead: agreed.get(project.uuid) ?? project.awaits_lead,
  }));
  await changeMany<LeadDocument>(leads, [...lost.keys()], (lead) => {
    const again = lostEdits(lead, known.get(lead.uuid) ?? null);
    const ids = new Set(again.map(({ op_id }) => op_id));
    return {
      ...lead,
      edits: [...again, ...lead.edits],
      // Those were taken once: no discarding of newer ones takes them back with them.
      before: null,
      sent_edits: lead.sent_edits.filter(({ op_id }) => !ids.has(op_id)),
      // What was refused is decided on first, together with these.
      state: lead.state === 'refused' ? 'refused' : 'waiting',
    };
  });
  return [...lost.values()].flat().length;
}
