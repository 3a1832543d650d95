import * as v from 'valibot';
import type { SyncLog } from '../status/sync-log.ts';
import { isBrokenRule, removeOperation, listUnfinishedOperations } from '../store/operation-log.ts';
import { findRow, findRows } from '../store/documents.ts';
import { operation, type Operation } from './operations.ts';
import type { CommandPorts } from './command-ports.ts';
import { findAgreedProjects } from './leads/agreed-projects.ts';
import { detachProducts } from './scans/detach-products.ts';

interface CompletionPorts extends Pick<CommandPorts, 'database' | 'clock' | 'newId'> {
  readonly log: SyncLog;
}

/**
 * Completes work that a killed page left unfinished: logged operations, and agreements whose project
 * is missing. Never rejects; failures are retried at the next start.
 */
export async function completeOperations(ports: CompletionPorts): Promise<void> {
  const { database, log } = ports;
  try {
    for (const { id, operation: loggedOperation } of await listUnfinishedOperations(
      database.name,
    )) {
      const { success, output } = v.safeParse(operation, loggedOperation);
      // The operation was logged by a newer build that has been rolled back. That build will complete it later.
      if (!success) continue;
      await complete(ports, output);
      await removeOperation(database.name, id);
    }
    await completeAgreements(ports);
  } catch {
    log.add('acts_open');
  }
}

async function complete(ports: CompletionPorts, loggedOperation: Operation): Promise<void> {
  try {
    if (loggedOperation.kind === 'discard_project') {
      const { discardProject } = await import('./projects/commands.ts');
      await discardProject(ports, loggedOperation.project);
    } else if (loggedOperation.kind === 'reject_lead') {
      const lead = await findRow(ports.database.collections.leads, loggedOperation.lead);
      // If the page was killed before the first write, nothing happened and no success was
      // reported.
      if (lead?.status === 'lost') await detachProducts(ports, loggedOperation.project, null);
    } else {
      const { acceptRejection, withdrawEdits } = await import('./leads/commands.ts');
      const runDecision = loggedOperation.kind === 'accept_lead' ? acceptRejection : withdrawEdits;
      await runDecision(ports, loggedOperation.lead);
    }
  } catch (error) {
    // A change from the server came first and wins, so the operation is no longer allowed and is dropped.
    if (!isBrokenRule(error)) throw error;
  }
}

/** Creates missing projects of pending agreements, except those withdrawn since. */
async function completeAgreements(ports: CompletionPorts): Promise<void> {
  const { leads, projects } = ports.database.collections;
  const agreedProjects = await findAgreedProjects(ports.database);
  const existingProjects = await findRows(projects, [...agreedProjects.keys()]);
  const missingProjects = [...agreedProjects].filter(([project]) => !existingProjects.has(project));
  if (missingProjects.length === 0) return;
  const { saveAgreedProject } = await import('./leads/commands.ts');
  for (const [, leadId] of missingProjects) {
    const lead = await findRow(leads, leadId);
    if (lead?.state === 'waiting') await saveAgreedProject(ports, lead);
  }
}
