/** Live queries for unsent work. None of them loads all scans. */
import { combineLatest, map, type Observable } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { leadById } from '#src/features/leads/queries.ts';
import { projectById, uncreatedProjects, unsentByProject } from '#src/features/projects/queries.ts';
import { scanById } from '#src/features/scan/queries.ts';
import { chatById } from '#src/features/support/queries.ts';
import {
  attachmentItem,
  chatItem,
  projectItem,
  leadItem,
  scanItem,
  type UnsentItem,
} from './unsent-item.ts';

type Account = ReturnType<typeof useAccount>;
type UnsentItemKey = Pick<UnsentItem, 'kind' | 'id'>;

/** The states of unsent items. Rejected items are listed first. */
const unsentStates = ['refused', 'waiting'] as const;
const newestFirst = [{ newest_first: 'asc' as const }];

/** Leads with rejected changes, then those with unsent ones. */
export function unsentLeads(account: Account): Observable<UnsentItem[]> {
  const { leads } = account.collections;
  // One query per state, because `$in` would scan all index entries between the two states.
  const queries = unsentStates.map(
    (state) => leads.find({ selector: { state }, sort: newestFirst }).$,
  );
  return combineLatest(queries).pipe(map((lists) => lists.flat().map(plainDocument).map(leadItem)));
}

/** Chats with rejected messages, then those with unsent ones. */
export function unsentChats(account: Account): Observable<UnsentItem[]> {
  const { chats } = account.collections;
  const queries = unsentStates.map(
    (state) => chats.find({ selector: { state }, sort: newestFirst }).$,
  );
  return combineLatest(queries).pipe(map((lists) => lists.flat().map(plainDocument).map(chatItem)));
}

/** Rejected photos and documents, then those that the server doesn't have yet. */
export function unsentAttachments(account: Account): Observable<UnsentItem[]> {
  const { attachments } = account.collections;
  const queries = unsentStates.map(
    (state) => attachments.find({ selector: { state }, sort: newestFirst }).$,
  );
  return combineLatest(queries).pipe(
    map((lists) => lists.flat().map(plainDocument).map(attachmentItem)),
  );
}

/** Projects to create or close, rejected ones first. */
export function unsentProjects(account: Account): Observable<UnsentItem[]> {
  const { projects } = account.collections;
  const queries = unsentStates.map(
    (state) => projects.find({ selector: { state }, sort: newestFirst }).$,
  );
  return combineLatest([unsentByProject(account), ...queries]).pipe(
    map(([products, ...lists]) =>
      lists
        .flat()
        .map(plainDocument)
        .map((project) => projectItem(project, products.get(project.uuid)?.refused ?? 0)),
    ),
  );
}

const newPhotoSelector = (now: number) => ({ new_photo_by: { $gt: new Date(now).toISOString() } });

/** Products on the server that need a new photo, most urgent first, at most `limit`. */
export function newPhotoScans(
  account: Account,
  now: number,
  limit: number,
): Observable<ScanDocument[]> {
  const sort = [{ new_photo_by: 'asc' as const }];
  return account.collections.scans
    .find({ selector: newPhotoSelector(now), sort, limit })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** Counts the products that need a new photo. */
export function newPhotoCount(account: Account, now: number): Observable<number> {
  return account.collections.scans.count({ selector: newPhotoSelector(now) }).$;
}

/** The current state of an item; null if it is no longer on this device. */
export function unsentItem(
  account: Account,
  { kind, id }: UnsentItemKey,
): Observable<UnsentItem | null> {
  if (kind === 'scan') {
    return combineLatest([scanById(account, id), uncreatedProjects(account)]).pipe(
      map(([scan, project]) => scan && scanItem(scan, project.get(scan.projects_id) ?? null)),
    );
  }
  if (kind === 'lead') return leadById(account, id).pipe(map((lead) => lead && leadItem(lead)));
  if (kind === 'chat') return chatById(account, id).pipe(map((chat) => chat && chatItem(chat)));
  if (kind === 'attachment') {
    const attachment$ = account.collections.attachments.findOne(id).$;
    return attachment$.pipe(map((document) => document && attachmentItem(plainDocument(document))));
  }
  return combineLatest([unsentByProject(account), projectById(account, id)]).pipe(
    map(([products, project]) => project && projectItem(project, products.get(id)?.refused ?? 0)),
  );
}
