import * as v from 'valibot';
import { scanCalls, scanVerdict } from '#schemas/api/scan-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { CallError } from '../../http/call-error.ts';
import { nextScan, type ScanEvent } from './machine.ts';

/** A bulk's answer with its verdicts still unread: each is read alone, so that one can't spoil the rest. */
const verdicts = v.object({ data: v.array(v.unknown()) });

/** How scans meet the server. */
export const scanSync: EntitySync<'scans', WireRequest<'saveScans'>, ScanEvent> = {
  next: nextScan,
  listCall: scanCalls.scans,
  async sendMany(request, ask) {
    const { data } = await ask.sendAs(request, verdicts);
    // The server has a verdict for each edit, readable or not.
    if (data.length === 0) throw new CallError('not_an_answer');
    return new Map(
      data.flatMap((answer) => {
        const { success, output } = v.safeParse(scanVerdict, answer);
        // A verdict names the very edit that was sent (F11).
        return success ? [[output.op_id, { type: 'judged', verdict: output }] as const] : [];
      }),
    );
  },
  async send(request, ask) {
    const { data } = await ask.send(request);
    const verdict = data.find(({ op_id }) => op_id === request.edit);
    if (!verdict) throw new CallError('unknown_shape');
    return { type: 'judged', verdict };
  },
};
