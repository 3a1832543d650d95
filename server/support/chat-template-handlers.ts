import { randomUUID } from 'node:crypto';
import { type Selectable, type Transaction } from 'kysely';
import {
  type ChatTemplate,
  MAX_TEMPLATES,
  TOO_MANY_TEMPLATES,
} from '#schemas/operator/chat-template-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type ChatTemplatesTable } from './support-tables.ts';

const getTexts = ({ texts }: Pick<Selectable<ChatTemplatesTable>, 'texts'>) =>
  // The cast is safe, because texts are validated before they are stored.
  texts as ChatTemplate['texts'];

/** Name and languages for the audit, which contains no texts. */
const auditedTemplate = (name: string, texts: ChatTemplate['texts']) => ({
  label: name,
  languages: texts.map(({ language }) => language),
});

const listChatTemplates: OperatorHandler<typeof operatorCalls.listChatTemplates> = async (
  { query, operator },
  { db },
) => {
  const { rows: data, meta } = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'chat_templates',
      keys: ['name', 'uuid'],
      isDescending: false,
      where: (rows) => rows,
    },
    {
      load: async (ids, queries) => {
        const rows = await queries
          .selectFrom('chat_templates')
          .selectAll()
          .where('uuid', '=', anyUuid(ids))
          .execute();
        return rows.map((row) => ({
          ...{ id: row.uuid, region: row.region_id, rev: row.rev, name: row.name },
          texts: getTexts(row),
        }));
      },
      idOf: ({ id }) => id,
    },
  );
  return { data, meta };
};

const createChatTemplate: OperatorHandler<typeof operatorCalls.createChatTemplate> = async (
  { body: { region, name, texts }, operator, audit, runAction },
  _services,
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const { count } = await trx
      .selectFrom('chat_templates')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('region_id', '=', region)
      .executeTakeFirstOrThrow();
    if (count >= MAX_TEMPLATES)
      throw new ApiFailure('conflict', { details: { reason: TOO_MANY_TEMPLATES } });
    const id = randomUUID();
    await trx
      .insertInto('chat_templates')
      .values({ uuid: id, region_id: region, name, texts: toJsonb(texts) })
      .execute();
    audit({
      ...{ kind: 'chat_template', id, region },
      ...{ before: null, after: auditedTemplate(name, texts) },
    });
    return { id };
  });
};

/** Locks a template. Throws `not_found`, and `conflict` if the template no longer has the given version. */
async function lockTemplate(trx: Transaction<Database>, uuid: string, rev: number) {
  const row = await trx
    .selectFrom('chat_templates')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  if (row.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return row;
}

const editChatTemplate: OperatorHandler<typeof operatorCalls.editChatTemplate> = (
  { params, body: { name, texts, rev }, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const row = await lockTemplate(trx, params.id, rev);
    await trx
      .updateTable('chat_templates')
      .set({ name, texts: toJsonb(texts), rev: rev + 1 })
      .where('uuid', '=', row.uuid)
      .execute();
    audit({
      ...{ kind: 'chat_template', id: row.uuid, region: row.region_id },
      before: auditedTemplate(row.name, getTexts(row)),
      after: auditedTemplate(name, texts),
    });
    return {};
  });

const deleteChatTemplate: OperatorHandler<typeof operatorCalls.deleteChatTemplate> = (
  { params, body: { rev }, audit, runAction },
  _services,
) =>
  runAction(async (trx) => {
    const row = await lockTemplate(trx, params.id, rev);
    await trx.deleteFrom('chat_templates').where('uuid', '=', row.uuid).execute();
    audit({
      ...{ kind: 'chat_template', id: row.uuid, region: row.region_id },
      ...{ before: auditedTemplate(row.name, getTexts(row)), after: null },
    });
    return {};
  });

/** Reply templates for chats. */
export const chatTemplateHandlers = {
  listChatTemplates,
  createChatTemplate,
  editChatTemplate,
  deleteChatTemplate,
} satisfies Partial<OperatorHandlers>;
