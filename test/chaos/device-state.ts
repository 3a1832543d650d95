import { collectionNames, type CollectionName } from '#schemas/collections.ts';
import type { Page } from './page.ts';
import type { Phone } from './phone.ts';

/** A document in the page's local database. */
export type LocalRow = Record<string, unknown> & { readonly uuid: string };
export type DeviceState = Record<CollectionName, Map<string, LocalRow>>;

/** Reads all documents of a phone. */
export async function deviceState(phone: Phone): Promise<DeviceState> {
  const page = phone.pages.find((each) => each !== null);
  if (!page) throw new Error('No page of the phone is open.');
  return pageState(page);
}

/** Reads all documents as one page sees them; it may not have noticed another page's changes yet. */
export async function pageState({ account }: Page): Promise<DeviceState> {
  const names = collectionNames;
  const documentsByName = await Promise.all(
    names.map(async (name) => {
      const documents = await account.collections[name].find().exec();
      const rows = documents.map((row) => row.toMutableJSON() as unknown as LocalRow);
      return new Map(rows.map((row) => [row.uuid, row]));
    }),
  );
  return Object.fromEntries(
    names.map((name, index) => [name, documentsByName[index]]),
  ) as DeviceState;
}

/**
 * True for a document that visibly waits for a person's decision: a project's closing that waits for its products, or
 * a product whose project, or whose project's lead, was rejected.
 */
export function isHeld(row: LocalRow, device: DeviceState): boolean {
  if (row['state'] !== 'waiting') return false;
  const closing = row['closing'] as { released: boolean } | null | undefined;
  const project = device.projects.get(String(row['projects_id'] ?? row['project_id']));
  const lead = device.leads.get(String(project?.['awaits_lead']));
  const isRejectedProject = project?.['unbegun'] === true && project['state'] === 'refused';
  return isRejectedProject || closing?.released === false || lead?.['state'] === 'refused';
}
