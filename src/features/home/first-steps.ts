/** The way of a new company to its first points (spec 1 §1: scan, attach to a project, close it). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { paths } from '#src/app/paths.ts';

/** What is on this device of a company, as far as its first steps are seen in it. */
export interface FirstStepFacts {
  readonly hasScans: boolean;
  readonly hasLeads: boolean;
  /** The newest one that is open, or looked at after closing. */
  readonly project: Pick<ProjectDocument, 'uuid' | 'closing'> | null;
  /** One was submitted, and is looked at. */
  readonly isInReview: boolean;
  /** One is over: closed, or lost. */
  readonly hasEnded: boolean;
}

export interface FirstStep {
  readonly name: 'scan' | 'address' | 'close';
  readonly isDone: boolean;
  /** Where it is done. */
  readonly path: string;
}

/**
 * The three steps, each with whether it was taken: until the first project is over. A company whose customers
 * came before it did anything has them to begin with, and none of this.
 * @returns null where nobody has to be told
 */
export function firstSteps(facts: FirstStepFacts): readonly FirstStep[] | null {
  const { hasScans, hasLeads, project, isInReview, hasEnded } = facts;
  if (hasEnded) return null;
  if (hasLeads && !hasScans && project === null) return null;
  return [
    { name: 'scan', isDone: hasScans, path: paths.scan() },
    { name: 'address', isDone: project !== null, path: paths.projectAdd() },
    {
      name: 'close',
      isDone: isInReview || (project !== null && project.closing !== null),
      path: project === null ? paths.projects() : paths.project(project.uuid),
    },
  ];
}
