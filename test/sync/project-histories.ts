import fc from 'fast-check';
import { projectFromWire } from '#schemas/from-wire.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import type { Project } from '#schemas/project.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import { nextProject, asUnsentProject } from '#sync/entities/projects/machine.ts';
import { creationEditId, type ProjectRow } from '#sync/entities/projects/project-row.ts';
import { offeredLead } from '#test/setup/offered-lead.ts';

const createdAt = '2026-05-04T10:00:00.000Z';
export const uuid = '40000000-0000-4000-8000-000000000001';
export const leadId = '40000000-0000-4000-8000-000000000002';
/** Ordered edits, so that server events often concern the last or an earlier one. */
export const editAt = (index: number) =>
  `50000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const refusal = { code: 'survey_incomplete', message: '' };
export const savedProject: Project = {
  uuid,
  op_id: editAt(900),
  created_at: createdAt,
  updated_at: createdAt,
  deleted: false,
  name: 'Sikora',
  street_name: 'ul. Wiślna 3',
  postal_code: '31-007',
  city: 'Kraków',
  status: { id: projectStatus.inProgress },
  products_count: 0,
  available_points: 0,
  max_points: 0,
  calculated_available_points: 0,
  calculated_max_points: 0,
  project_closed: null,
  expires_at: null,
  warranty_certificate_uuid: null,
  installation_date: null,
  survey: [],
  lead: null,
};
export const lead = toProjectLead({
  uuid: leadId,
  ...offeredLead,
  expected_installation_date: null,
});
export const closed = {
  ...savedProject,
  op_id: editAt(901),
  status: { id: projectStatus.inReview },
};
export const rowOf = (project: Project): ProjectRow => ({
  ...projectFromWire(project),
  deleted: project.deleted,
});
/** A project created on this device; its id is that of its first edit. */
export const startedOffline: ProjectRow = {
  ...asUnsentProject(projectFromWire({ ...savedProject, op_id: uuid })),
  deleted: false,
};
export const address = {
  name: 'Sikora',
  streetName: 'ul. Wiślna 5',
  postalCode: '31-008',
  city: 'Kraków',
};
export const response = [{ question_id: 1, answer_id: 1, value: null }];

const localKinds = [
  ...(['closed', 'closing_cancelled', 'closing_imported', 'closing_moved'] as const),
  ...(['edited', 'creation_retried', 'discarded'] as const),
  ...(['date_changed', 'date_withdrawn', 'date_imported'] as const),
] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...localKinds,
      ...([
        'closing_released',
        'received',
        'accepted',
        'accepted',
        'rejected',
        'pulled',
        'restored',
      ] as const),
    ),
    /** Subject of a verdict: the current closing, an earlier one, the creation, or the date. */
    subject: fc.constantFrom('closing', 'older', 'creation', 'date'),
    code: fc.constantFrom('survey_incomplete', 'conflict', 'project_not_open', 'project_not_found'),
    server: fc.constantFrom(savedProject, closed, { ...savedProject, op_id: uuid }),
    isDeleted: fc.boolean(),
    hasServer: fc.boolean(),
  }),
  { maxLength: 14 },
);
type Step = ReturnType<typeof steps.generate>['value'][number];
type AnyEvent = Parameters<typeof nextProject>[1];

function eventOf(
  { kind, subject, code, server, isDeleted, hasServer }: Step,
  row: ProjectRow,
  opId: string,
): AnyEvent {
  const edits = {
    closing: row.closing?.uuid ?? editAt(998),
    older: editAt(0),
    creation: creationEditId(row),
    date: row.date_edit?.uuid ?? editAt(997),
  };
  const edit = edits[subject];
  switch (kind) {
    case 'closed':
      return { type: kind, opId, response };
    case 'closing_imported': {
      const closing = { uuid: opId, response, released: false };
      return { type: kind, closing, refusal: hasServer ? null : refusal };
    }
    case 'closing_moved':
      return { type: kind, closing: { uuid: opId, response, released: true } };
    case 'received':
      return { type: kind, project: server };
    case 'accepted':
      return { type: kind, edit, project: subject === 'closing' ? closed : savedProject };
    case 'rejected':
      return { type: kind, edit, refusal: { code, message: '' } };
    case 'pulled':
      return { type: kind, row: rowOf({ ...server, deleted: isDeleted }) };
    case 'restored':
      return { type: kind, server: hasServer ? server : null };
    case 'edited':
      return { type: kind, opId, address };
    case 'date_changed':
      return { type: kind, opId, date: isDeleted ? null : '2027-03-01' };
    case 'date_imported': {
      const dates = { known_dates: [null], server_date: null };
      return { type: kind, edit: { uuid: opId, date: '2027-04-01', ...dates } };
    }
    case 'date_withdrawn':
    case 'creation_retried':
    case 'discarded':
    case 'closing_cancelled':
    case 'closing_released':
      return { type: kind };
  }
}

function canBeDated(row: ProjectRow): boolean {
  const isMissing = row.state === 'refused' && row.refusal?.code === 'project_not_found';
  const isOpen = isProjectOpen(row.status.id) && row.lead === null && row.closing === null;
  return isOpen && !isMissing;
}

const initialRows = fc.constantFrom(
  rowOf(savedProject),
  rowOf({ ...savedProject, lead }),
  startedOffline,
);
/** Random event sequences of a project. Steps that the rules forbid are skipped. */
export const histories = fc.tuple(initialRows, steps).map(([initial, allSteps]) => {
  let row = initial;
  return allSteps.flatMap((step, index) => {
    const { kind } = step;
    const isLocal = localKinds.some((localKind) => localKind === kind);
    if (isLocal && row.deleted) return [];
    if ((kind === 'edited' || kind === 'discarded') && !row.unbegun) return [];
    if (kind === 'discarded' && row.received) return [];
    const isReleased = row.closing?.released === true;
    if (kind === 'closed' && (isReleased || !isProjectOpen(row.status.id))) return [];
    if (kind === 'closing_cancelled' && isReleased) return [];
    if (kind === 'date_changed' && !canBeDated(row)) return [];
    const event = eventOf(step, row, editAt(index));
    const moment = { before: row, event, after: nextProject(row, event), isLocal };
    row = moment.after;
    return [moment];
  });
});
export type ProjectMoment = ReturnType<typeof histories.generate>['value'][number];
