import { type Selectable, type Transaction } from 'kysely';
import { type ChatTemplate } from '#schemas/operator/chat-template-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ChatTemplatesTable } from './support-tables.ts';

/** Returns a stored template's texts. */
export const getTexts = ({ texts }: Pick<Selectable<ChatTemplatesTable>, 'texts'>) =>
  // The cast is safe, because texts are validated before they are stored.
  texts as ChatTemplate['texts'];

/** Name and languages for the audit, which contains no texts. */
export const auditedTemplate = (name: string, texts: ChatTemplate['texts']) => ({
  label: name,
  languages: texts.map(({ language }) => language),
});

/** Locks a template. Throws `not_found`, and `conflict` if the template no longer has the given version. */
export async function lockTemplate(trx: Transaction<Database>, uuid: string, rev: number) {
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

/** Deletes a template immediately. */
export const deleteTemplateNow: OperatorHandler<typeof operatorCalls.deleteChatTemplate> = (
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
    return { job: null };
  });
