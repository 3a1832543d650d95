import { fullName } from '#schemas/person-rules.ts';
import { sql, type SqlBool } from 'kysely';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { chatStatuses } from '#schemas/chat.ts';
import { readNamedPage } from '../console/full-names.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { loadClaims } from '../console/record-claims.ts';
import { isInPeriod } from '../db/join-conditions.ts';
import { type Services } from '../services.ts';
import { anyUuid } from '../scans/any-of.ts';

/** Conditions of the views. They use literals, so that the partial indexes match. */
const viewConditions = {
  unanswered: sql<SqlBool>`status = 1`,
  overdue: sql<SqlBool>`status = 1`,
  mine: sql<SqlBool>`status <> 3`,
  open: sql<SqlBool>`status <> 3`,
  solved: sql<SqlBool>`status = 3`,
  all: sql<SqlBool>`true`,
} as const;

export const listChats: OperatorHandler<typeof operatorCalls.listChats> = async (
  { query, operator },
  services,
) => {
  const { db, clock } = services;
  const { view = 'unanswered', search = '' } = query;
  const isQueue = view === 'unanswered' || view === 'overdue';
  const overdueSince = overdueBefore('chats', clock.now());
  const hasPeriod = query.from !== undefined || query.until !== undefined;
  const condition = search === '' ? undefined : matchesSearch(search, operator);
  return readNamedPage(
    services,
    { query, operator },
    {
      table: 'support_chats',
      // No index could order the chats of a period by their last change.
      keys: [isQueue ? 'waiting_since' : hasPeriod ? 'created_at' : 'updated_at', 'uuid'],
      isDescending: !isQueue,
      where: (rows) =>
        rows
          .where(sql<SqlBool>`not deleted`)
          .where(viewConditions[view])
          .where(isInPeriod('support_chats.created_at', query))
          .$if(view === 'overdue', (rows) => rows.where('waiting_since', '<', overdueSince))
          .$if(view === 'mine', (rows) => rows.where('assigned_to', '=', operator.operatorId)),
      ...{ searchCondition: condition, rowCondition: condition },
    },
    {
      load: (ids, queries) => loadChats(db, { ...operator, queries }, ids, clock.now()),
      idOf: ({ uuid }) => uuid,
      describe: toListedChat,
    },
  );
};

/**
 * True for chats whose title or company has words that start with the search words. People's names are searched only
 * in countries where the operator may read them.
 */
function matchesSearch(search: string, operator: OperatorActor) {
  const readableRegions = personalRegions(operator);
  const query = sql`words_query(${search})`;
  const hasPerson = sql<boolean>`support_chats.personal_words @@ ${query}`;
  if (operator.regions.every((id) => readableRegions.includes(id))) return hasPerson;
  return sql<boolean>`(support_chats.words @@ ${query}
    or ${hasPerson} and support_chats.region_id = any(${[...readableRegions]}::integer[]))`;
}

/** Countries where the operator may read people's names; none in a session without a passkey. */
function personalRegions({ grants, strength }: OperatorActor): readonly RegionId[] {
  return strength === 'weak' ? [] : regionsWithRight(grants, 'personal.read');
}

/** Masks a name by keeping only the first letter of each word. */
const maskName = (name: string) => name.replace(/(\p{L})[^\s-]*/gu, '$1…');

type LoadedChat = Awaited<ReturnType<typeof loadChats>>[number];

/** Adds the person's name, as the operator may read it. */
export function toListedChat(
  { region_id: region, name, ...chat }: LoadedChat,
  operator: OperatorActor,
) {
  const isReadable = personalRegions(operator).includes(region);
  return { ...chat, region, person_name: isReadable ? name : maskName(name) };
}

/** Loads chats for `toListedChat`, in any order. */
export async function loadChats(
  db: Services['db'],
  operator: OperatorActor & { readonly queries: ScopedQueries },
  ids: readonly string[],
  now: number,
) {
  const { operatorId, queries } = operator;
  const rows = await queries
    .selectFrom('support_chats')
    .innerJoin('companies', 'companies.id', 'support_chats.company_id')
    .innerJoin('installers', 'installers.id', 'support_chats.user_id')
    .where('support_chats.uuid', '=', anyUuid(ids))
    .where('support_chats.deleted', '=', false)
    .select([
      'support_chats.uuid',
      'support_chats.region_id',
      'title',
      'support_chats.status',
      'assigned_to',
    ])
    .select(['waiting_since', 'support_chats.updated_at', 'companies.name as company_name'])
    .select(['installers.name', 'installers.surname'])
    .execute();
  const claims = await loadClaims(db, { kind: 'chat', operatorId }, ids, now);
  const getName = await loadOperatorNames(
    db,
    rows.map(({ assigned_to }) => ({ operator_id: assigned_to })),
  );
  const reads = await db
    .selectFrom('chat_reads')
    .select(['chat_uuid', 'read_at'])
    .where('operator_id', '=', operatorId)
    .where('chat_uuid', '=', anyUuid(ids))
    .execute();
  const readAt = new Map(reads.map(({ chat_uuid, read_at }) => [chat_uuid, read_at.getTime()]));
  return rows.map((row) => {
    const { uuid, region_id, status, assigned_to: assigneeId, updated_at } = row;
    const isWaiting = status === chatStatuses.withSupport;
    return {
      uuid,
      region_id,
      name: fullName(row.name, row.surname),
      title: row.title,
      status,
      company_name: row.company_name,
      waiting_since: row.waiting_since.toISOString(),
      updated_at: updated_at.toISOString(),
      assigned_to: assigneeId === null ? null : { id: assigneeId, name: getName(assigneeId) },
      claimed: claims.get(uuid) ?? null,
      is_unread: isWaiting && (readAt.get(uuid) ?? 0) < updated_at.getTime(),
    };
  });
}
