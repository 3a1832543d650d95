import { type Kysely } from 'kysely';
import { MAX_CHAT_LINKS, TOO_MANY_LINKS } from '#schemas/operator/chat-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { findCompanyRecords, readCompanyRecords } from '../companies/company-records.ts';
import { readsPersonalData } from '../companies/personal-data.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { lockChat } from './operator-chats.ts';

/** Lists records of the chat's company, newest first. */
export const listChatRecords: OperatorHandler<typeof operatorCalls.listChatRecords> = async (
  { params: { id }, query, operator },
  { db },
) => {
  const chat = await operator.queries
    .selectFrom('support_chats')
    .select(['company_id', 'region_id'])
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow();
  const isUnmasked = readsPersonalData(operator, chat.region_id);
  const { data, meta } = await readCompanyRecords(db, chat.company_id, query, isUnmasked);
  return { data: data.map(({ id: record, at, label }) => ({ id: record, at, label })), meta };
};

/** Loads a chat's linked records, oldest link first. Omits deleted records. */
export async function loadLinks(
  db: Kysely<Database>,
  chat: { readonly uuid: string; readonly company_id: string },
  isUnmasked: boolean,
) {
  const links = await db
    .selectFrom('chat_links')
    .select(['kind', 'record_id'])
    .where('chat_uuid', '=', chat.uuid)
    .orderBy('created_at')
    .orderBy('record_id')
    .execute();
  const labels = new Map<string, string | null>();
  for (const kind of new Set(links.map((link) => link.kind))) {
    const ids = links.filter((link) => link.kind === kind).map(({ record_id }) => record_id);
    const records = await findCompanyRecords(db, chat.company_id, { kind, ids }, isUnmasked);
    for (const { id, label } of records) labels.set(`${kind} ${id}`, label);
  }
  return links.flatMap(({ kind, record_id: id }) => {
    const label = labels.get(`${kind} ${id}`);
    return label === undefined ? [] : [{ kind, id, label }];
  });
}

export const linkChatRecord: OperatorHandler<typeof operatorCalls.linkChatRecord> = (
  { params, body, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const chat = await lockChat(trx, params.id.toLowerCase());
    const [kind, record_id] = [body.kind, body.record.toLowerCase()];
    const [record] = await findCompanyRecords(
      trx,
      chat.company_id,
      { kind, ids: [record_id] },
      false,
    );
    if (!record) throw new ApiFailure('not_found', { field: 'body.record' });
    const storedLinks = await trx
      .selectFrom('chat_links')
      .select(['kind', 'record_id'])
      .where('chat_uuid', '=', chat.uuid)
      .execute();
    // Another operator has linked the record in the meantime.
    if (storedLinks.some((link) => link.kind === kind && link.record_id === record_id)) return {};
    if (storedLinks.length >= MAX_CHAT_LINKS)
      throw new ApiFailure('conflict', { details: { reason: TOO_MANY_LINKS } });
    await trx
      .insertInto('chat_links')
      .values({
        ...{ chat_uuid: chat.uuid, kind, record_id },
        ...{ operator_id: operator.operatorId, created_at: new Date(clock.now()) },
      })
      .execute();
    const { uuid: id, region_id: region } = chat;
    audit({ kind: 'chat', id, region, before: null, after: { linked: record_id, kind } });
    return {};
  });

export const unlinkChatRecord: OperatorHandler<typeof operatorCalls.unlinkChatRecord> = (
  { params, body: { kind, record }, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const chat = await lockChat(trx, params.id.toLowerCase());
    const removedLink = await trx
      .deleteFrom('chat_links')
      .where('chat_uuid', '=', chat.uuid)
      .where('kind', '=', kind)
      .where('record_id', '=', record)
      .returning('record_id')
      .executeTakeFirst();
    // Another operator has removed the link in the meantime.
    if (!removedLink) return {};
    const { uuid: id, region_id: region } = chat;
    audit({
      kind: 'chat',
      id,
      region,
      before: { linked: removedLink.record_id, kind },
      after: null,
    });
    return {};
  });
