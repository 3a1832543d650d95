import * as v from 'valibot';
import { attachmentCalls, attachmentVerdict } from '#schemas/api/attachment-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { CallError } from '../../http/call-error.ts';
import { type AttachmentEvent, nextAttachment } from './machine.ts';

/** A bulk response with unparsed verdicts, so that a bad one can't fail the rest. */
const bulkResponse = v.object({ data: v.array(v.unknown()) });

/** Sync of attachments, without their content. */
export const attachmentSync: EntitySync<
  'attachments',
  WireRequest<'sendAttachments'>,
  AttachmentEvent
> = {
  next: nextAttachment,
  listCall: attachmentCalls.listAttachments,
  async sendMany(request, sender) {
    const { data } = await sender.sendAs(request, bulkResponse);
    if (data.length === 0) throw new CallError('not_an_answer');
    return new Map(
      data.flatMap((item) => {
        const { success, output } = v.safeParse(attachmentVerdict, item);
        return success ? [[output.op_id, { type: 'verdict', verdict: output }] as const] : [];
      }),
    );
  },
  isRejection: (event) => event.type === 'verdict' && event.verdict.error !== null,
  async send(request, sender) {
    const { data } = await sender.send(request);
    const verdict = data.find(({ op_id }) => op_id === request.edit);
    if (!verdict) throw new CallError('unknown_shape');
    return { type: 'verdict', verdict };
  },
};
