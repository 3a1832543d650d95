import * as v from 'valibot';
import { scanCalls, scanVerdict } from '#schemas/api/scan-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { CallError } from '../../http/call-error.ts';
import { nextScan, type ScanEvent } from './machine.ts';

/**
 * A bulk response with unparsed verdicts: each is parsed separately, so that a bad one can't fail the rest.
 */
const bulkResponse = v.object({ data: v.array(v.unknown()) });

/** Sync of scans. */
export const scanSync: EntitySync<'scans', WireRequest<'sendScans'>, ScanEvent> = {
  next: nextScan,
  listCall: scanCalls.listScans,
  async sendMany(request, sender) {
    const { data } = await sender.sendAs(request, bulkResponse);
    // The server sends a verdict per edit, parsable or not.
    if (data.length === 0) throw new CallError('not_an_answer');
    return new Map(
      data.flatMap((item) => {
        const { success, output } = v.safeParse(scanVerdict, item);
        // A verdict names the edit it concerns (F11).
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
