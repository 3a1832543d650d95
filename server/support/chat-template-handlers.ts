import { randomUUID } from 'node:crypto';
import { MAX_TEMPLATES, TOO_MANY_TEMPLATES } from '#schemas/operator/chat-template-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { holdAction, lockUnplanned } from '../console/held-actions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { toJsonb } from '../db/jsonb.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { auditedTemplate, deleteTemplateNow, lockTemplate, getTexts } from './delete-template.ts';

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
  input,
  services,
) => {
  const { params, body, operator, audit, runAction } = input;
  const { rev, why } = body;
  if (body.holds !== true) return deleteTemplateNow(input, services);
  return runAction(async (trx) => {
    await lockUnplanned(trx, 'chat_templates', [params.id]);
    const {
      uuid: recordId,
      region_id: region,
      name: label,
    } = await lockTemplate(trx, params.id, rev);
    const heldAction = {
      act: 'deleteChatTemplate',
      region,
      recordId,
      label,
      input: { rev },
    } as const;
    const job = await holdAction(trx, heldAction, { why, operator, services, audit });
    return { job };
  });
};

/** Reply templates for chats. */
export const chatTemplateHandlers = {
  listChatTemplates,
  createChatTemplate,
  editChatTemplate,
  deleteChatTemplate,
} satisfies Partial<OperatorHandlers>;
