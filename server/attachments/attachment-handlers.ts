import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { type Handlers } from '../http/handler.ts';
import { attachmentColumns, attachmentFromRow } from './attachment-row.ts';
import { receivePart } from './receive-part.ts';
import { saveAttachments } from './save-attachments.ts';

const DEFAULT_LIMIT = 100;

export const attachmentHandlers = {
  listAttachments({ query, actor }, services) {
    const { page = 1, limit = DEFAULT_LIMIT, since } = query;
    const attachments = services.db
      .selectFrom('attachments')
      .select(attachmentColumns)
      .where('company_id', '=', actor.companyId);
    if (since === undefined) {
      return newestFirstPage(
        services.db,
        attachments.where('deleted', '=', false),
        { page, limit },
        attachmentFromRow,
      );
    }
    const counter = companyCounter(services, actor.companyId);
    return pullPage(attachments, { since, limit }, counter, attachmentFromRow);
  },

  async sendAttachments({ body, actor }, services) {
    return { data: await saveAttachments(body.attachments, actor, services) };
  },

  sendAttachmentPart: ({ body, actor }, services) => receivePart(body, actor, services),
} satisfies Partial<Handlers>;
