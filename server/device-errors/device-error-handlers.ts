import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { type Handlers } from '../http/handler.ts';
import { deviceErrorsReported } from './device-error-metrics.ts';
import { saveDeviceErrors } from './save-device-errors.ts';

/** Error reports from devices. They're anonymous: the sender's address counts against rate limits, but isn't stored. */
export const deviceErrorHandlers = {
  async reportErrors({ body, clientNetwork }, services) {
    const withinLimit = await enforceLimit(services, limits.errorReportsPerNetwork, clientNetwork);
    await enforceOverallLimit(services, limits.errorReportsOverall, withinLimit);
    await saveDeviceErrors(services, body.reports);
    for (const { kind, count } of body.reports) deviceErrorsReported.inc({ kind }, count);
    return {};
  },
} satisfies Partial<Handlers>;
