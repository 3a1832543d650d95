import { projectStatus } from '#schemas/project-status.ts';
import { OPERATOR_PATH } from '#server/operator/operator-route.ts';
import type { Transport } from '#sync/http/transport.ts';
import { serverState, type WireRow } from './server-state.ts';
import type { Decision } from './steps.ts';

/** Number of newest products to choose from, so that later decisions often concern the same product. */
const CHOICES = 8;
const REASON = 'label_unreadable';

/**
 * Makes a reviewer's decision about a product of a submitted project.
 * @param transport calls the server as a person, to find the company's products
 * @returns true if the server accepted it
 */
export async function decideProduct(
  { decision, pick }: { readonly decision: Decision; readonly pick: number },
  serverUrl: string,
  transport: Transport,
): Promise<boolean> {
  const { scans, projects } = await serverState(transport);
  const submittedRows = [...scans.values()]
    .filter((scan) => !scan.deleted && isSubmitted(projects.get(String(scan['projects_id']))))
    .toSorted((a, b) => orderKey(b).localeCompare(orderKey(a)))
    .slice(0, CHOICES);
  const scan = submittedRows[pick % Math.max(1, submittedRows.length)];
  if (!scan) return false;
  const response = await fetch(`${serverUrl}${OPERATOR_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ words: wordsOf(decision, scan), why: 'Chaos' }),
  });
  if (response.status >= 500) {
    throw new Error(`The decision ended with ${response.status}: ${await response.text()}`);
  }
  return response.ok;
}

function isSubmitted(project: WireRow | undefined): boolean {
  const { id } = (project?.['status'] ?? {}) as { readonly id?: number };
  return id === projectStatus.inReview || id === projectStatus.closed;
}

function orderKey({ uuid, created_at }: WireRow): string {
  return `${String(created_at)} ${uuid}`;
}

/** The operator's command, as typed after `club`. */
function wordsOf(decision: Decision, { uuid, projects_id }: WireRow): string[] {
  const project = String(projects_id);
  if (decision === 'accept_project') return ['projects', 'accept', project];
  if (decision === 'accept') return ['products', 'accept', project, uuid];
  const command = decision === 'reject' ? 'reject' : 'request-photo';
  return ['products', command, project, REASON, uuid];
}
