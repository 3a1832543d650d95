import { projectCalls } from '#schemas/api/project-calls.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { CallError } from '../../http/call-error.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/change-many.ts';
import { whatTheServerHas } from '../../engine/restored-server.ts';
import type { Transport } from '../../http/transport.ts';

/** With these the server will not begin a project again, however often it is asked. */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_input',
  'forbidden',
  'conflict',
  'key_reused',
]);

/**
 * After the server was restored from a backup (F43): the projects that it does not know any more are
 * begun again under the ids they had, open, by whichever phone of the company comes first. One that
 * was a lead comes back with the lead's own edits, from the phone that made them; until then, and where
 * the server will not begin it, it is refused: visible, to be given up by the person.
 * @returns how many were begun again
 * @throws CallError, SyncError
 */
export async function beginAgainLostProjects(
  database: ClubDatabase,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<number> {
  const { projects } = database.collections;
  const known = await whatTheServerHas(transport, projectCalls.projects, options);
  const here = await projects.find().exec();
  const lost = here.filter(({ uuid, awaits_lead }) => !known.has(uuid) && awaits_lead === null);
  const missing: string[] = [];
  for (const project of lost) {
    const isBegun = project.lead === null && (await begin(project, transport, options));
    if (!isBegun) missing.push(project.uuid);
  }
  await changeMany<ProjectDocument>(projects, missing, (project) => ({
    ...project,
    state: 'refused',
    refusal: { code: 'project_not_found', message: '' },
    closing: project.closing && { ...project.closing, released: false },
  }));
  return lost.length - missing.length;
}

/** @returns false where the server will not have it */
async function begin(
  { uuid, name, street_name, postal_code, city }: ProjectDocument,
  transport: Transport,
  options: { userId: string; signal: AbortSignal },
): Promise<boolean> {
  const body = { uuid, name, streetName: street_name, postalCode: postal_code, city };
  try {
    await transport.call(
      projectCalls.createProject,
      { body },
      { ...options, idempotencyKey: uuid },
    );
    return true;
  } catch (error) {
    if (error instanceof CallError && FINAL.has(error.code)) return false;
    throw error;
  }
}
