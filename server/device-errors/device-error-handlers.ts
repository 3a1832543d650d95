import { limits, take, takeOverall } from '../access/rate-limits.ts';
import { type Handlers } from '../http/handler.ts';
import { deviceErrorsTold } from './device-error-metrics.ts';
import { keepDeviceErrors } from './keep-device-errors.ts';

/** What devices tell of their errors. Nobody knows which device it was: the address is counted, and not kept. */
export const deviceErrorHandlers = {
  async reportErrors({ body, address }, services) {
    const passed = await take(services, limits.errorReportsFrom, address);
    await takeOverall(services, limits.errorReportsAll, passed);
    await keepDeviceErrors(services, body.reports);
    for (const { kind, count } of body.reports) deviceErrorsTold.inc({ kind }, count);
    return {};
  },
} satisfies Partial<Handlers>;
